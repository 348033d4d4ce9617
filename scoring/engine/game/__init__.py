"""A whole hand of the game, from the wall and the dice to the settlement: immutable values."""
