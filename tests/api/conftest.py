"""What the tests of the API share."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from django.core.cache import cache
from rest_framework.test import APIClient

ROOT = "/api/v1/"
BASE = f"{ROOT}tournaments/mosel/"


@pytest.fixture(autouse=True)
def _no_writes_counted() -> None:
    """Every test begins with the whole allowance of writes."""
    cache.clear()


@pytest.fixture
def api() -> APIClient:
    """A visitor."""
    return APIClient()


@pytest.fixture
def api_of() -> Callable[[User], APIClient]:
    """A client that is logged in as somebody."""

    def logged_in(user: User) -> APIClient:
        client = APIClient()
        client.force_login(user)
        return client

    return logged_in
