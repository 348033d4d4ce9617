"""The shape of files that go out and come in."""
