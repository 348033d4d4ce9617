"""Do one job in this process: what the embedded server starts for each job."""

import os
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from journal import jobs


class Command(BaseCommand):
    help = "Do the job with this number."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("job", type=int)

    def handle(self, *args: Any, **options: Any) -> None:
        jobs.perform(options["job"], runner=f"process:{os.getpid()}")
