"""Ideas that break off: told in the log, and no reason to give up the ideas that come after."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

Idea = TypeVar("Idea")
log = logging.getLogger(__name__)


def log_and_stop_on_error(ideas: Callable[[], Iterable[Idea]], whose: object) -> Iterator[Idea]:
    """What comes before the mishap, if there is one. `whose` is what the ideas come from."""
    try:
        yield from ideas()
    except Exception as error:
        log_error(whose, error)


def log_error(whose: object, error: Exception) -> None:
    name = getattr(whose, "__qualname__", None) or type(whose).__qualname__
    module = getattr(whose, "__module__", "")
    log.warning("%s.%s broke off: %s: %s", module, name, type(error).__name__, error)
    log.debug("where it broke off", exc_info=error)
