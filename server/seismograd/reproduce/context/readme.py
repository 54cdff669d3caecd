"""What the README of a project says, and the Python that it shows."""

from __future__ import annotations

import re
from pathlib import Path

from seismograd_sandbox.untrusted_files import read_regular_file

MOST_BYTES = 100_000
_BLOCK = re.compile(r"^```(?:python|py|pycon)?[ \t]*\n(.*?)^```", re.M | re.S)


def readme_of(root: Path) -> str:
    """Empty where there is none that can be read."""
    for path in sorted(root.glob("README*"))[:1]:
        try:
            return read_regular_file(path, MOST_BYTES, within=root).decode("utf-8", "replace")
        except OSError:
            break
    return ""
