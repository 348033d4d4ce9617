"""Measurements: run by hand, never by the test run."""
