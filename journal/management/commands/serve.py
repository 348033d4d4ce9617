"""Prepare the database and serve the product on this machine: what `./mcr run` starts."""

from __future__ import annotations

import argparse
import secrets
import socket
import sys
from typing import Any

import segno
import waitress
from django.conf import settings
from django.contrib.auth.models import User
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.core.wsgi import get_wsgi_application
from django.urls import resolve

from journal import jobs
from journal.preparation import prepare

HIGHEST_PORT = 65_535
# Python works on one request at a time anyway; more threads only keep the one that writes waiting.
THREADS = 4
CONNECTIONS = 400
"""Browsers keep theirs open: a hall of players and screens. More than 500 select() cannot serve on
Windows."""


def port_number(text: str) -> int:
    """A port that there is; the system would take 99999 for another one without a word."""
    if not (text.isascii() and text.isdigit() and 1 <= int(text) <= HIGHEST_PORT):
        raise argparse.ArgumentTypeError(f"{text!r} is no port: 1 to {HIGHEST_PORT}")
    return int(text)


class Command(BaseCommand):
    help = "Prepare the database and serve the product on this machine."
    requires_system_checks = []  # migrating comes first

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--port", type=port_number, default=8000)
        parser.add_argument("--host", default="0.0.0.0")
        parser.add_argument("--demonstration", action="store_true", help=argparse.SUPPRESS)
        parser.add_argument("--fresh", action="store_true", help=argparse.SUPPRESS)
        parser.add_argument("--no-serve", action="store_true", help=argparse.SUPPRESS)

    def handle(self, *args: Any, **options: Any) -> None:
        prepare(say=self._say, keep_copy=not options["demonstration"])
        if options["demonstration"]:
            call_command("demonstration", fresh=options["fresh"], stderr=self.stderr)
        jobs.interrupt_all_running()
        local = f"http://127.0.0.1:{options['port']}/"
        hall = self._hall_address(options["host"], options["port"])
        settings.HALL_ADDRESS = settings.HALL_ADDRESS or hall
        self._announce(local, hall)
        if not options["no_serve"]:
            self._serve(options["host"], options["port"])

    def _say(self, text: str) -> None:
        self.stderr.write(text, style_func=str)

    def _hall_address(self, host: str, port: int) -> str:
        """The address for phones in the hall, accepted from now on; empty when there is none."""
        names = {socket.gethostname(), f"{socket.gethostname()}.local", *lan_addresses()}
        if host not in {"0.0.0.0", "::"}:
            names.add(host)
        settings.ALLOWED_HOSTS = [*settings.ALLOWED_HOSTS, *sorted(names)]
        if host in {"127.0.0.1", "localhost", "::1"}:
            return ""
        found = [host] if host not in {"0.0.0.0", "::"} else lan_addresses()
        return f"http://{found[0]}:{port}/" if found else ""

    def _announce(self, local: str, hall: str) -> None:
        self._say(f"\nQuatre Vents\n  on this laptop  {local}")
        if hall:
            self._say(f"  in the hall     {hall}")
            if sys.stderr.isatty():
                segno.make(hall).terminal(out=sys.stderr, compact=True)
        if not User.objects.exists():
            self._say(f"  one-time code   {first_code()}   (makes the organiser's account)")

    def _serve(self, host: str, port: int) -> None:
        resolve("/")  # loads all views now, not while the first visitors wait
        try:
            server = waitress.create_server(
                get_wsgi_application(),
                host=host,
                port=port,
                threads=THREADS,
                connection_limit=CONNECTIONS,
            )
        except OSError as fault:
            raise CommandError(
                f"port {port} cannot be used ({fault}); try --port {port + 1}"
            ) from fault
        self._say("  Ctrl+C stops it. Everything entered is on the disk.\n")
        server.run()


def first_code() -> str:
    """The one-time code for the first account, kept until it is used."""
    file = settings.QV_FIRST_CODE_FILE
    if not file.exists():
        file.touch(mode=0o600)
        file.write_text("-".join(f"{secrets.randbelow(10000):04}" for _ in range(2)))
    return str(file.read_text())


def lan_addresses() -> list[str]:
    """Addresses of this machine in the local network; nothing is sent to find them."""
    found = []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            found.append(probe.getsockname()[0])
        except OSError:
            pass  # no route: not in a network
    return [address for address in found if not address.startswith("127.")]
