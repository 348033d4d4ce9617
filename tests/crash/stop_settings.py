"""The embedded settings of a server that dies at the moment that STOP names (see `stops`)."""

from __future__ import annotations

import os

from config.settings.embedded import *  # noqa: F403 - settings modules are layered this way
from config.settings.embedded import MIDDLEWARE

MIDDLEWARE = [f"tests.crash.stops.{os.environ['STOP']}", *MIDDLEWARE]
