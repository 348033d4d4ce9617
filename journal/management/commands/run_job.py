"""Do one job in this process: what the embedded server starts for each job."""

import os
from typing import Any

from django.core.management.base import CommandParser

from journal import jobs
from journal.management.base import DataCommand


class Command(DataCommand):
    help = "Do the job with this number."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("job", type=int)

    def handle(self, *args: Any, **options: Any) -> None:
        jobs.perform(options["job"], runner=f"process:{os.getpid()}")
