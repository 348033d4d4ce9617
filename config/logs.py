"""Log lines as JSON objects, one a line, for whatever collects them."""

from __future__ import annotations

import datetime as dt
import json
import logging

_EXTRA = ("status_code", "job", "tournament")


class JsonFormatter(logging.Formatter):
    """time, level, logger, message; status and exception where there is one."""

    def format(self, record: logging.LogRecord) -> str:
        """One line of JSON."""
        moment = dt.datetime.fromtimestamp(record.created, dt.UTC)
        line = {
            "time": moment.isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        line |= {name: getattr(record, name) for name in _EXTRA if hasattr(record, name)}
        if record.exc_info:
            line["exception"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False, default=str)
