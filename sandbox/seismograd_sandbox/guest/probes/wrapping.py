"""Functions with something before and after them; what they give back passes through."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from typing import Any


def preceded(note: Callable[..., Any]) -> Callable[[Any], Any]:
    """Call `note` with the same arguments first."""

    def wrapping(plain: Any) -> Any:
        @functools.wraps(plain)
        def wrapped(*arguments: Any, **options: Any) -> Any:
            note(*arguments, **options)
            return plain(*arguments, **options)

        return wrapped

    return wrapping


def followed(note: Callable[..., Any]) -> Callable[[Any], Any]:
    """Call `note` with the result and the same arguments after it."""

    def wrapping(plain: Any) -> Any:
        @functools.wraps(plain)
        def wrapped(*arguments: Any, **options: Any) -> Any:
            result = plain(*arguments, **options)
            note(result, *arguments, **options)
            return result

        return wrapped

    return wrapping


def bound(plain: Any, arguments: tuple[Any, ...], options: dict[str, Any]) -> dict[str, Any]:
    """The arguments of a call by name, with defaults; nothing where they do not fit."""
    try:
        call = inspect.signature(plain).bind(*arguments, **options)
    except TypeError:
        return {}
    call.apply_defaults()
    return dict(call.arguments)
