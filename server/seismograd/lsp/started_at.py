"""When something in the project's own folder began: its id says so."""

from __future__ import annotations

import re

_MOMENT = re.compile(r"(\d{4})(\d\d)(\d\d)-(\d\d)(\d\d)(\d\d)")


def started_at(name: str) -> str | None:
    found = _MOMENT.match(name)
    return "{}-{}-{}T{}:{}:{}Z".format(*found.groups()) if found else None
