"""Players for the machine: deterministic for a seed, seeing what a player sees."""
