"""Every read of the play and its results."""
