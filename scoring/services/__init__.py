"""Every write of the play and its results."""
