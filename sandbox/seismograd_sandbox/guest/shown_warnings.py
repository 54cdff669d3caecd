"""Warnings that the user gets to see, as events; filters and output stay what they are."""

from __future__ import annotations

import warnings
from dataclasses import dataclass, field
from typing import Any

from .failures import base_names, type_name
from .observer import Observer
from .shortening import shortened

MAX_PLACES = 1_000


@dataclass
class _Seen:
    fields: dict[str, Any]
    count: int = 1


@dataclass
class ShownWarnings:
    """Every warning that passes the filters goes through one function of the standard library."""

    observer: Observer
    _seen: dict[tuple[Any, ...], _Seen] = field(default_factory=dict)

    def begin(self) -> None:
        module: Any = warnings
        show, plain = module._showwarnmsg, module._showwarnmsg_impl

        def _showwarnmsg(message: Any) -> None:
            if module._showwarnmsg_impl is plain:  # otherwise the script collects them itself
                self.observer.attempt("warnings", lambda: self._note(message))
            show(message)

        module._showwarnmsg = _showwarnmsg

    def end(self) -> None:
        for seen in self._seen.values():
            if seen.count > 1:
                self.observer.record("warning", **seen.fields, count=seen.count)
        self._seen.clear()

    def _note(self, message: Any) -> None:
        key = (message.category, message.filename, message.lineno)
        if key in self._seen:
            self._seen[key].count += 1
        elif len(self._seen) < MAX_PLACES:
            self._seen[key] = _Seen(self._fields(message))
            self.observer.record("warning", **self._seen[key].fields)

    def _fields(self, message: Any) -> dict[str, Any]:
        file = self.observer.places.file(message.filename)
        return {
            "category": type_name(message.category),
            "bases": base_names(message.category),
            "message": shortened(str(message.message)),
            "place": {"file": file, "line": message.lineno},
        }
