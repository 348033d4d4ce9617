"""How much is tried in a plain run, and with QV_FULL=1."""

import os

from hypothesis import settings

settings.register_profile("plain", max_examples=40, deadline=None)
settings.register_profile("full", max_examples=500, deadline=None)
settings.load_profile("full" if os.environ.get("QV_FULL") else "plain")
