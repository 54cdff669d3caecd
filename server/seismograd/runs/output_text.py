"""What a script says: it prints, or it logs, which goes to its other stream."""

from __future__ import annotations


def output_text(stdout: bytes, stderr: bytes) -> str:
    """Both; of the second without bars of progress, which say the same many times over."""
    printed, told = (stream.decode(errors="replace") for stream in (stdout, stderr))
    logged = "\n".join(line for line in told.split("\n") if "\r" not in line)
    return f"{printed}\n{logged}" if logged else printed
