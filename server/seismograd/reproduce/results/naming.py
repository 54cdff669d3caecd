"""Names of files and functions from the title of a report, whatever is in it."""

from __future__ import annotations

import re
import unicodedata

MOST_CHARACTERS = 48


def name_from(title: str) -> str:
    """Words in small letters, joined so that they can be part of a name in Python."""
    plain = unicodedata.normalize("NFKD", title).encode("ascii", "ignore").decode().lower()
    name = ""
    for word in re.findall(r"[a-z0-9]+", plain):
        if len(name) + len(word) > MOST_CHARACTERS:
            break
        name += f"_{word}"
    return name.removeprefix("_") or "issue"
