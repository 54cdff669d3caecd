"""Files as reports and traces name them: from different roots, on different systems."""

from __future__ import annotations


def same_file(one: str, other: str) -> bool:
    """Whether one path is the end of the other."""
    first, second = _parts(one), _parts(other)
    shared = min(len(first), len(second))
    return shared > 0 and first[-shared:] == second[-shared:]


def _parts(path: str) -> list[str]:
    return [part for part in path.replace("\\", "/").split("/") if part not in ("", ".")]
