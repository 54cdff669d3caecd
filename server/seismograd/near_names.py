"""What somebody may have meant by a name that does not exist."""

from __future__ import annotations

from collections.abc import Iterable


def nearest(given: str, names: Iterable[str]) -> str | None:
    """The name that is most like the one given, whatever its capitals; None if none is close."""
    # Few people misspell anything: nobody else waits for this to load.
    from difflib import get_close_matches

    by_lower_case = {name.lower(): name for name in names}
    close = get_close_matches(given.lower(), by_lower_case, n=1)
    return by_lower_case[close[0]] if close else None
