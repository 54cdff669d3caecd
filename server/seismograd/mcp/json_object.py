"""What a message of the protocol is made of."""

from __future__ import annotations

from typing import Any

JsonObject = dict[str, Any]
