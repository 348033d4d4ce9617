"""A hall for tests against real servers: a tournament, and the phones at its tables."""
