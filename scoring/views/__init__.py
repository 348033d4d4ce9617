"""The pages of the play and its results."""
