"""The embedded settings with the addresses of `bare_urls`, for `manage.py serve`."""

from __future__ import annotations

from config.settings.embedded import *  # noqa: F403 - settings modules are layered this way

ROOT_URLCONF = "tests.benchmarks.bare_urls"
