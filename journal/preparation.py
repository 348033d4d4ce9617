"""What has to be in place before the product is served: database, static files, languages."""

from __future__ import annotations

import datetime as dt
import hashlib
import os
import sqlite3
from collections.abc import Callable, Iterable
from contextlib import closing
from pathlib import Path

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from django.conf import settings
from django.core.management import call_command
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

Say = Callable[[str], None]


def prepare(*, say: Say, keep_copy: bool = True) -> None:
    """Migrate (a database with content is copied aside first), collect static files, compile
    the languages. Does only what is not yet done."""
    executor = MigrationExecutor(connection)
    plan = executor.migration_plan(executor.loader.graph.leaf_nodes())
    if plan:
        if keep_copy and executor.loader.applied_migrations:
            _copy_aside(say)
        say("Preparing the database …")
        call_command("migrate", verbosity=0, interactive=False)
    compile_languages(settings.LOCALE_PATHS)
    _collect_static(say)


def _copy_aside(say: Say) -> None:
    """Copy an SQLite database with SQLite's own online backup; a server's is backed up there."""
    if connection.vendor != "sqlite":
        say("The database is about to be migrated; its server's own backup is the way back.")
        return
    source = Path(str(connection.settings_dict["NAME"]))
    stamp = dt.datetime.now(dt.UTC).strftime("%Y%m%d-%H%M%S")
    target = source.with_name(f"{source.stem}-before-{stamp}{source.suffix}")
    with closing(sqlite3.connect(source)) as old, closing(sqlite3.connect(target)) as new:
        old.backup(new)
    say(f"The database was copied to {target.name} before it is migrated.")


def compile_languages(folders: Iterable[Path | str]) -> None:
    """Compile each .po file whose .mo file is missing or older."""
    for folder in folders:
        for source in Path(folder).glob("*/LC_MESSAGES/*.po"):
            target = source.with_suffix(".mo")
            if target.exists() and target.stat().st_mtime >= source.stat().st_mtime:
                continue
            # Aside first: another process may read the catalogue meanwhile.
            half = target.with_name(f"{target.name}.{os.getpid()}")
            with source.open("rb") as text, half.open("wb") as compiled:
                write_mo(compiled, read_po(text))
            half.replace(target)


def _collect_static(say: Say) -> None:
    stamp = Path(settings.STATIC_ROOT) / "collected"
    wanted = _fingerprint()
    if stamp.exists() and stamp.read_text() == wanted:
        return
    say("Collecting styles, fonts and scripts …")
    call_command("collectstatic", verbosity=0, interactive=False, clear=True)
    stamp.write_text(wanted)


def _fingerprint() -> str:
    digest = hashlib.sha256((settings.BASE_DIR / "requirements.txt").read_bytes())
    for folder in settings.STATICFILES_DIRS:
        for file in sorted(Path(folder).rglob("*")):
            if file.is_file():
                state = file.stat()
                digest.update(f"{file}{state.st_size}{state.st_mtime_ns}".encode())
    return digest.hexdigest()
