"""The OpenAPI document, and a page to read and try it that needs no network."""

from __future__ import annotations

from typing import Any

from csp.constants import SELF, UNSAFE_INLINE
from csp.decorators import csp_update
from django.utils.decorators import method_decorator
from django.views.decorators.cache import cache_control
from drf_spectacular.views import SpectacularAPIView, SpectacularSwaggerSplitView

# Swagger UI writes style attributes and loads its pictures from data addresses.
RELAXED: dict[str, Any] = {"style-src": [SELF, UNSAFE_INLINE]}


@method_decorator(cache_control(max_age=300), name="dispatch")
class Document(SpectacularAPIView):
    """The OpenAPI document."""

    schema = None


@method_decorator(csp_update(RELAXED), name="dispatch")
class Docs(SpectacularSwaggerSplitView):
    """The page."""

    schema = None
    url_name = "api_schema"
    template_name = "scoring/api_docs.html"
    http_method_names = ("get", "head")  # without a template OPTIONS has no answer
