"""Whole hands as text: read, written, proved."""
