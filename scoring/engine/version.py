"""Which counting a stored hand was checked by."""

ENGINE_VERSION = "mcr-1"
"""Changes whenever some hand would count differently than before."""
