"""The text of a project's file as `Path.read_text` gives it, but bounded and within the project."""

from __future__ import annotations

from pathlib import Path

from seismograd_sandbox.untrusted_files import read_whole_file

MOST_BYTES = 4_000_000
"""As much as the rules read of a file."""


def project_text(root: Path, file: str, errors: str = "strict") -> str:
    """Lines end with line feeds; raises `OSError` or `UnicodeDecodeError`."""
    raw = read_whole_file(root / file, MOST_BYTES, within=root)
    return raw.decode("utf-8", errors).replace("\r\n", "\n").replace("\r", "\n")
