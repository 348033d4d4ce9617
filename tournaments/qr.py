"""QR codes as inline SVG."""

from __future__ import annotations

import segno
from django.utils.safestring import SafeString, mark_safe


def qr_svg(address: str) -> SafeString:
    """The QR code of an address with a quiet zone of two modules; nothing without an address."""
    if not address:
        return SafeString("")
    code = segno.make(address, error="m", micro=False)
    # Safe: the drawing holds modules only, never the text of the address.
    return mark_safe(code.svg_inline(border=2, omitsize=True, svgclass="qr", lineclass=None))
