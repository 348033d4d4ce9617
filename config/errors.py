"""The page for a form that came too late or from elsewhere."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Say that the form has to be opened again; nothing was saved."""
    return render(request, "403_csrf.html", status=403)
