"""Reading the fields of a document's records by the models' own fields."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Mapping
from typing import Any

from django.core.exceptions import ValidationError
from django.db import models
from django.utils.dateparse import parse_date, parse_datetime
from django.utils.translation import gettext as _

from scoring.selectors.document import FIELDS
from scoring.services.document_faults import Faults
from tournaments.dates import check_year

Values = dict[str, Any]


def refuse_unknown(raw: Mapping[str, Any], known: Iterable[str], path: str, faults: Faults) -> None:
    """Note every field that is not one of `known`."""
    for name in sorted(set(raw) - set(known)):
        faults.add(join_path(path, name), _("This field is not known."))


def refuse_unstorable(value: Any, path: str, faults: Faults) -> None:
    """Texts that no database keeps: with a zero byte, or half a character."""
    if isinstance(value, str):
        if "\0" in value or any("\ud800" <= letter <= "\udfff" for letter in value):
            faults.add(path, _("This text has a character that cannot be stored."))
    elif isinstance(value, dict):
        for name, inner in value.items():
            refuse_unstorable(
                name, join_path(path, name.encode("ascii", "replace").decode()), faults
            )
            refuse_unstorable(inner, join_path(path, name), faults)
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            refuse_unstorable(inner, f"{path}[{index}]", faults)


def join_path(path: str, name: str) -> str:
    """The path of a field inside a record."""
    return f"{path}.{name}" if path else name


def read_list(raw: Mapping[str, Any], name: str, path: str, faults: Faults) -> list[Any]:
    """A list under a name; nothing there is an empty one."""
    value = raw.get(name, [])
    if isinstance(value, list):
        return value
    faults.add(join_path(path, name), _("A list is expected."))
    return []


def read_records(
    raw: Mapping[str, Any], name: str, model: type[models.Model], faults: Faults
) -> list[Values]:
    """The records of a list, read field by field."""
    return [
        read_fields(model, one, f"{name}[{index}]", faults)
        for index, one in enumerate(read_list(raw, name, "", faults))
    ]


def read_fields(
    model: type[models.Model], raw: Any, path: str, faults: Faults, beside: Iterable[str] = ()
) -> Values:
    """The document's fields of one record, converted and checked one by one.

    A field that is missing takes the model's default. `beside` names what else may stand there.
    """
    if not isinstance(raw, dict):
        faults.add(path, _("An object is expected."))
        return {}
    refuse_unknown(raw, {*FIELDS[model], *beside}, path, faults)
    values: Values = {}
    for name in FIELDS[model]:
        column = model._meta.get_field(name)
        assert isinstance(column, models.Field)
        if name not in raw:
            if column.has_default() or column.blank or column.null:
                values[name] = column.get_default()
            else:
                faults.add(join_path(path, name), _("This field is missing."))
            continue
        try:
            values[name] = _clean(column, raw[name])
        except ValidationError as refused:
            faults.add(join_path(path, name), " ".join(refused.messages))
    return values


def _clean(column: models.Field[Any, Any], value: Any) -> Any:
    """One value by its model field; JSON types are not mixed (no "1" for a number)."""
    if value is None and column.null:
        return None
    if isinstance(column, models.JSONField):
        return value
    converted = typed(column, value)
    if converted == "" and column.blank:
        return ""
    return column.clean(converted, None)


def typed(column: models.Field[Any, Any], value: Any) -> Any:
    """The JSON value as the type of its column. Raises ValidationError."""
    if isinstance(column, models.BooleanField):
        return _expect(value, bool, _("true or false is expected."))
    if isinstance(column, models.IntegerField):
        if isinstance(value, bool):
            value = None
        return _expect(value, int, _("A whole number is expected."))
    text = _expect(value, str, _("A text is expected."))
    if isinstance(column, models.DateTimeField):
        return _moment(text)
    return _day(text) if isinstance(column, models.DateField) else text


def _expect(value: Any, kind: type, sentence: str) -> Any:
    if not isinstance(value, kind):
        raise ValidationError(sentence)
    return value


def _moment(text: str) -> dt.datetime:
    try:
        found = parse_datetime(text)
    except ValueError:
        found = None
    if found is None or found.tzinfo is None:
        raise ValidationError(_("A time with its zone is expected, as 2026-10-10T07:00:00Z."))
    check_year(found)
    return found.astimezone(dt.UTC)


def _day(text: str) -> dt.date:
    try:
        found = parse_date(text)
    except ValueError:
        found = None
    if found is None:
        raise ValidationError(_("A date is expected, as 2026-10-10."))
    check_year(found)
    return found


def numbers_of(records: Iterable[Values], path: str, faults: Faults) -> frozenset[int]:
    """The numbers of the records; the same one twice is a fault."""
    return refuse_twice([record.get("number") for record in records], path, "number", faults)


def refuse_twice(values: list[Any], path: str, name: str, faults: Faults) -> frozenset[Any]:
    """The different values; one that is there twice is a fault."""
    seen: set[Any] = set()
    for index, value in enumerate(values):
        if value is not None and value in seen:
            faults.add(f"{path}[{index}].{name}", _("%(value)s is there twice.") % {"value": value})
        seen.add(value)
    return frozenset(seen - {None})


def reference(
    raw: Mapping[str, Any], name: str, path: str, known: Iterable[Any], faults: Faults
) -> int | None:
    """A number that must be one of `known`, or nothing."""
    value = raw.get(name)
    if value is None:
        return None
    if type(value) is not int or value not in known:
        faults.add(join_path(path, name), _("There is no number %(number)s.") % {"number": value})
        return None
    return value


def required(
    raw: Mapping[str, Any], name: str, path: str, known: Iterable[Any], faults: Faults
) -> int | None:
    """A number that must be there and be one of `known`."""
    if raw.get(name) is None:
        faults.add(join_path(path, name), _("This field is missing."))
    return reference(raw, name, path, known, faults)
