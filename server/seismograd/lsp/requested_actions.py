"""Which code actions a request is about."""

from __future__ import annotations

from collections.abc import Sequence

from lsprotocol import types

from seismograd.faults import Span


def is_requested(kind: str, only: Sequence[types.CodeActionKind | str] | None) -> bool:
    wanted = [str(getattr(item, "value", item)) for item in only or ()]
    return only is None or any(kind == item or kind.startswith(item + ".") for item in wanted)


def touches(span: Span, area: Span) -> bool:
    return span.start <= area.end and area.start <= span.end
