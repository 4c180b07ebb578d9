"""Logs as one JSON document a line, in which no seat key appears."""

from __future__ import annotations

import json
import logging
import re
from datetime import UTC, datetime
from typing import Any, Final

from app.asking import request_id

_SECRETS: Final = re.compile(
    r"""(llave=|/profe/|seat_token["']?\s*[:=]\s*["']?|\bBearer\s+)[^\s&"'#<>,;]+""", re.IGNORECASE
)
_OWN: Final = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "color_message"}
"""What every record has, and what uvicorn adds for terminals."""


def without_secrets(text: str) -> str:
    """The text with the seat keys in it blotted out."""
    return _SECRETS.sub(r"\1***", text)


class JsonLines(logging.Formatter):
    """A record as a line of JSON: time, level, logger, message, request, and what was given as `extra`."""

    def format(self, record: logging.LogRecord) -> str:
        """One line, without its end."""
        facts: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        asked = request_id.get()
        if asked is not None:
            facts["request"] = asked
        facts |= {name: value for name, value in vars(record).items() if name not in _OWN}
        if record.exc_info:
            facts["traceback"] = self.formatException(record.exc_info)
        cleaned = {
            name: without_secrets(value) if isinstance(value, str) else value for name, value in facts.items()
        }
        return json.dumps(cleaned, default=str)


def configuration(level: str = "INFO") -> dict[str, Any]:
    """The settings of `logging` for a server; pass it to uvicorn as `log_config`.

    Uvicorn's own access log is off: it would write addresses with their query.
    """
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"json": {"()": JsonLines}},
        "handlers": {"stream": {"class": "logging.StreamHandler", "formatter": "json"}},
        "root": {"handlers": ["stream"], "level": "WARNING"},
        "loggers": {
            "ingenio": {"level": level},
            "uvicorn": {"level": "INFO"},
            "uvicorn.access": {"level": "CRITICAL"},
        },
    }
