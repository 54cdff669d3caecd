"""Settings as they may stand in a bug report: without what is nobody else's business."""

from __future__ import annotations

import dataclasses
from typing import Any
from urllib.parse import urlsplit, urlunsplit

from seismograd.settings import MODEL_ADDRESS, Settings

_HIDDEN = "…"


def shown_settings(settings: Settings) -> dict[str, Any]:
    shown = dataclasses.asdict(settings)
    if MODEL_ADDRESS in settings.llm:
        shown["llm"] = {
            **settings.llm,
            MODEL_ADDRESS: _without_secrets(settings.llm[MODEL_ADDRESS]),
        }
    return shown


def _without_secrets(address: str) -> str:
    """Addresses may carry a password before the host, or a key after the path."""
    try:
        scheme, place, path, query, _ = urlsplit(address)
    except ValueError:
        return _HIDDEN
    secret, at, host = place.rpartition("@")
    return urlunsplit((scheme, (secret and _HIDDEN) + at + host, path, query and _HIDDEN, ""))
