"""Pages of this app."""
