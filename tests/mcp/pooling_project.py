"""A small project with a bug, a report of it, and scripts that agents write for it."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

SETTINGS = f"[tool.seismograd]\npython = {sys.executable!r}\n"
POOLING = '''\
def pool(values, width=4):
    """Means over windows."""
    windows = [values[i : i + width] for i in range(0, len(values), width)]
    if width > 16:
        raise ValueError("the window is too wide")
    if len(windows[-1]) < width:
        raise ValueError("the last window is too short")
    return [sum(one) / width for one in windows]
'''
FIXED = POOLING.replace("if len(windows[-1]) < width:", "if not windows[-1]:")
REPORT = """\
# pool fails when the length is no multiple of the width

`pool` raises `ValueError: the last window is too short`.
"""
SCRIPT = """\
from pooling import pool

LENGTH = {length}
try:
    pool(list(range(LENGTH)){more})
except ValueError as error:
    if "{said}" not in str(error):
        raise
    print(f"REPRODUCED: {{error}}")
    raise
print("NOT REPRODUCED")
"""
RIGHT = SCRIPT.format(length=10, more="", said="too short")
WRONG = SCRIPT.format(length=8, more="", said="too short")
WIDE = SCRIPT.format(length=68, more=", width=17", said="too wide")
ENDLESS = "import time\nfrom pooling import pool\n\nwhile True:\n    time.sleep(0.1)\n"
PATCH: dict[str, Any] = {
    "file": "pooling.py",
    "first": 6,
    "last": 6,
    "text": "if not windows[-1]:",
    "what": "any",
}


def pooling_project(folder: Path, source: str = POOLING) -> Path:
    root = folder / "pooling"
    root.mkdir()
    (root / "pyproject.toml").write_text(SETTINGS)
    (root / "pooling.py").write_text(source)
    return root


def files_of(folder: Path) -> dict[str, bytes]:
    """Everything below it but what Seismograd keeps of its own."""
    found = (path for path in folder.rglob("*") if path.is_file())
    return {str(path): path.read_bytes() for path in found if ".seismograd" not in path.parts}
