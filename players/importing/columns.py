"""Which column holds what: headings in English, French or Chinese, in any case and order."""

from __future__ import annotations

from collections.abc import Sequence

from players.names import fold

# Field → the headings that name it. `name` is one column for the whole name.
HEADINGS: dict[str, tuple[str, ...]] = {
    "start_number": (
        "start number",
        "start no",
        "start nr",
        "start",
        "number",
        "no",
        "n",
        "nr",
        "numero",
        "numero de depart",
        "no de depart",
        "n de depart",
        "dossard",
        "编号",
        "号码",
    ),
    "first_name": ("first name", "firstname", "given name", "forename", "prenom", "prenoms", "名"),
    "last_name": (
        "last name",
        "lastname",
        "surname",
        "family name",
        "nom de famille",
        "nom de naissance",
        "姓",
    ),
    "name": (
        "name",
        "full name",
        "fullname",
        "player",
        "player name",
        "nom",
        "nom complet",
        "nom et prenom",
        "nom prenom",
        "prenom nom",
        "prenom et nom",
        "joueur",
        "participant",
        "姓名",
        "选手",
    ),
    "ema_number": (
        "ema number",
        "ema no",
        "ema nr",
        "ema id",
        "ema",
        "emanumber",
        "emaid",
        "numero ema",
        "no ema",
        "n ema",
        "num ema",
        "id ema",
        "ema 号码",
        "ema编号",
    ),
    "country": (
        "country",
        "country code",
        "nation",
        "nationality",
        "pays",
        "code pays",
        "nationalite",
        "国家",
        "国籍",
    ),
    "club": ("club", "club name", "association", "nom du club", "俱乐部"),
    "team": ("team", "team name", "equipe", "nom de lequipe", "nom dequipe", "队", "队伍"),
    "email": (
        "email",
        "e mail",
        "mail",
        "email address",
        "e mail address",
        "courriel",
        "adresse email",
        "adresse e mail",
        "adresse mail",
        "adresse electronique",
        "邮箱",
        "电子邮件",
    ),
}
_FIELD_OF = {heading: field for field, names in HEADINGS.items() for heading in names}


def columns_of(cells: Sequence[str]) -> dict[str, int]:
    """Field → place of its column, for the headings that are understood; the first one counts.

    Beside a column of first names, `Name` means the last name.

    >>> columns_of(["Prénom", "NOM", "Ville", "N° EMA"])
    {'first_name': 0, 'last_name': 1, 'ema_number': 3}
    """
    found: dict[str, int] = {}
    for place, cell in enumerate(cells):
        field = _FIELD_OF.get(fold(cell))
        if field is not None:
            found.setdefault(field, place)
    if "first_name" in found and "name" in found:
        name = found.pop("name")
        found.setdefault("last_name", name)
    return dict(sorted(found.items(), key=lambda pair: pair[1]))


def has_a_name(columns: dict[str, int]) -> bool:
    """True where the columns hold at least a last name."""
    return "name" in columns or "last_name" in columns
