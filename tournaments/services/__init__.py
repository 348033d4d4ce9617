"""Every write of this app."""
