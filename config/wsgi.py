"""The WSGI door."""

import os

from django.core.wsgi import get_wsgi_application
from django.urls import resolve

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.embedded")
application = get_wsgi_application()
resolve("/")  # loads all views now, not while the first visitors wait
