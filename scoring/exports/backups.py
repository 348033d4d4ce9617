"""The folder of backups: one file a backup, a folder a tournament."""

from __future__ import annotations

import datetime as dt
import re
from dataclasses import dataclass
from pathlib import Path

from django.conf import settings

from scoring.exports.document import write_document
from scoring.selectors.document import backup_document
from tournaments.models import Tournament

_NAME = re.compile(r"\d{8}-\d{6}-[a-z0-9-]{1,40}\.json", re.ASCII)


@dataclass(frozen=True, slots=True)
class BackupFile:
    """A backup in the folder; `size` in bytes."""

    name: str
    written: dt.datetime
    size: int


def folder_of(tournament: Tournament) -> Path:
    """Where the tournament's backups lie; the uid is no name anybody chooses."""
    return Path(settings.VAR) / "backups" / str(tournament.uid)


def write_backup(tournament: Tournament, *, why: str, now: dt.datetime) -> Path:
    """Write a backup as a whole file or not at all; returns where it lies."""
    folder = folder_of(tournament)
    folder.mkdir(parents=True, exist_ok=True)
    stamp = now.astimezone(dt.UTC).strftime("%Y%m%d-%H%M%S")
    safe = re.sub(r"[^a-z0-9-]+", "-", why.lower()).strip("-")[:40] or "asked"
    target = folder / f"{stamp}-{safe}.json"
    part = target.with_suffix(".part")
    part.write_text(write_document(backup_document(tournament)), encoding="utf-8")
    part.replace(target)
    return target


def backup_files(tournament: Tournament) -> list[BackupFile]:
    """The tournament's backups, the newest first."""
    folder = folder_of(tournament)
    if not folder.is_dir():
        return []
    found = [
        BackupFile(
            file.name,
            dt.datetime.strptime(file.name[:15], "%Y%m%d-%H%M%S").replace(tzinfo=dt.UTC),
            file.stat().st_size,
        )
        for file in folder.iterdir()
        if _NAME.fullmatch(file.name)
    ]
    return sorted(found, key=lambda one: one.name, reverse=True)


def read_backup(tournament: Tournament, name: str) -> bytes | None:
    """The bytes of a backup; None where there is none of that name."""
    if not _NAME.fullmatch(name):
        return None
    file = folder_of(tournament) / name
    return file.read_bytes() if file.is_file() else None
