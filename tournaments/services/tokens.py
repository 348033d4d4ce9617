"""Tokens with which programs act for a person: made, used, revoked."""

from __future__ import annotations

import datetime as dt
import hashlib
import secrets

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from journal.services import record_event
from tournaments.models import ApiToken

PREFIX = "qv_"
MOST = 20
# A use is noted at most this often, so that polling does not write.
NOTED_EVERY = dt.timedelta(minutes=5)


def digest_of(text: str) -> str:
    """What is kept of a token. It has 256 random bits, so a quick digest is enough."""
    return hashlib.sha256(text.encode()).hexdigest()


@transaction.atomic
def create_token(*, user: User, name: str) -> tuple[ApiToken, str]:
    """A new token and its text, which is told only now.

    Raises ValidationError: `name` (empty, too long), or (`too_many`) beyond twenty that work.
    """
    User.objects.select_for_update().get(pk=user.pk)
    if user.api_tokens.filter(revoked_at=None).count() >= MOST:
        raise ValidationError(
            _("%(most)s tokens are enough: revoke one first."),
            code="too_many",
            params={"most": MOST},
        )
    text = PREFIX + secrets.token_urlsafe(32)
    token = ApiToken(
        user=user,
        name=name.strip(),
        digest=digest_of(text),
        tail=text[-4:],
        created_at=timezone.now(),
    )
    token.full_clean(exclude=["user"])
    token.save()
    _record(user, "token.created", token)
    return token, text


@transaction.atomic
def revoke_token(*, user: User, token: ApiToken) -> ApiToken:
    """End a token at once; ending it twice is the same as once."""
    locked = user.api_tokens.select_for_update().get(pk=token.pk)
    if locked.revoked_at is None:
        locked.revoked_at = timezone.now()
        locked.save(update_fields=["revoked_at"])
        _record(user, "token.revoked", locked)
    return locked


def use_token(text: str) -> User | None:
    """The active person whose working token this is, or None; notes the use now and then."""
    token = (
        ApiToken.objects.select_related("user")
        .filter(digest=digest_of(text), revoked_at=None, user__is_active=True)
        .first()
    )
    if token is None:
        return None
    now = timezone.now()
    if token.last_used_at is None or now - token.last_used_at > NOTED_EVERY:
        ApiToken.objects.filter(pk=token.pk).update(last_used_at=now)
    return token.user


def _record(user: User, verb: str, token: ApiToken) -> None:
    record_event(scope="house", actor=user, verb=verb, target=str(token)[:120])
