"""How much is tried in a plain run, and with QV_FULL=1."""

from hypothesis import settings

from tests.switches import switched_on

settings.register_profile("plain", max_examples=40, deadline=None)
settings.register_profile("full", max_examples=500, deadline=None)
settings.load_profile("full" if switched_on("QV_FULL") else "plain")
