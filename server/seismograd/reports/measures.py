"""Numbers as people read them."""

from __future__ import annotations

import math


def number(value: float | None) -> str:
    """Four significant digits."""
    if value is None:
        return ""
    return f"{value:.4g}" if math.isfinite(value) else str(value)


def share(value: float) -> str:
    return f"{100 * value:.1f} %"


def size(count: int) -> str:
    amount = float(count)
    for unit in ("B", "KiB", "MiB", "GiB"):
        if amount < 1024:
            return f"{amount:.3g} {unit}"
        amount /= 1024
    return f"{amount:.3g} TiB"


def duration(seconds: float) -> str:
    """Seconds with one digit, or hours, minutes and seconds."""
    if seconds < 60:
        return f"{seconds:.1f} s"
    minutes, rest = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours} h {minutes} min" if hours else f"{minutes} min {rest} s"


def clock(seconds: float) -> str:
    """Time as it passes."""
    minutes, rest = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
