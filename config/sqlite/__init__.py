"""SQLite for a server of many threads."""
