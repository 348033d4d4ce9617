"""The document as a file: JSON with sorted keys, and the older formats that are read too."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from scoring.exports.recorded import convert_recorded, is_recorded
from scoring.services.document_faults import DocumentError, Fault

LARGEST = 50 * 1024 * 1024
"""No tournament is larger (bytes)."""


def write_document(document: Mapping[str, Any]) -> str:
    """The document as text; the same document gives the same text, byte for byte."""
    return json.dumps(document, ensure_ascii=False, indent=1, sort_keys=True) + "\n"


def read_document(content: bytes) -> dict[str, Any]:
    """The document in a file. Recorded tournaments are converted, with `notes`.

    Raises DocumentError for what is no JSON object; its fields are checked at the import.
    """
    if len(content) > LARGEST:
        raise DocumentError([Fault("", _("The file is larger than 50 MB."))])
    try:
        found = json.loads(
            content.decode("utf-8-sig"), object_pairs_hook=_once, parse_constant=_refuse_constant
        )
    except (ValueError, RecursionError) as fault:
        text = _("The file is no JSON: %(reason)s") % {"reason": fault}
        raise DocumentError([Fault("", text)]) from fault
    if not isinstance(found, dict):
        raise DocumentError([Fault("", _("The file holds no JSON object."))])
    return convert_recorded(found) if is_recorded(found) else found


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object whose names are all different."""
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _value in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise ValueError(f"{twice!r} is there twice")
    return found


def _refuse_constant(name: str) -> None:
    raise ValueError(f"{name} is no number")
