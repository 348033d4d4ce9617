"""Static files under names that change with their content, compressed once when collected."""

from __future__ import annotations

from typing import Any

from whitenoise.compress import Compressor
from whitenoise.storage import CompressedManifestStaticFilesStorage


class StaticStorage(CompressedManifestStaticFilesStorage):  # type: ignore[misc]  # no types
    """WhiteNoise's storage with gzip alone.

    Brotli saves a tenth more and takes most of the first start's time on a small laptop.
    """

    def create_compressor(self, **options: Any) -> Compressor:
        """The compressor that collectstatic runs over each file."""
        return Compressor(use_brotli=False, **options)
