"""Shapes of what people type."""
