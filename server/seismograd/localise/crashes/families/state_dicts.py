"""Saved weights that do not fit the model."""

from __future__ import annotations

import re
from dataclasses import replace

from seismograd.faults import FaultType
from seismograd.localise.crashes.answers import at_last_line
from seismograd.localise.crashes.crash import Crash
from seismograd.localise.crashes.failure import Failure
from seismograd.localise.crashes.family import family

KEY = re.compile(r'"([^"\n]{1,200})"')
SIZE = re.compile(
    r"size mismatch for ([\w.]{1,200}): copying a param with shape (?:torch\.Size\()?(\[[\d, ]*\])"
    r"\)? from checkpoint, the shape in current model is (?:torch\.Size\()?(\[[\d, ]*\])"
)
MAX_KEYS = 3


def _explain(failure: Failure, match: re.Match[str]) -> Crash | None:
    cause, advice = _sizes(failure.message) or _keys(failure.message)
    found = at_last_line(failure, "state-dict", FaultType.API, cause, 0.9)
    return replace(found, advice=advice, alternatives=(FaultType.LCN,)) if found else None


def _sizes(message: str) -> tuple[str, str | None] | None:
    found = SIZE.search(message)
    if found is None:
        return None
    name, saved, model = found.groups()
    cause = f"`{name}` has the shape {saved} in the checkpoint and {model} in the model."
    return cause, "Build the model with the saved sizes, or leave these keys out of the checkpoint."


def _keys(message: str) -> tuple[str, str | None]:
    missing = _listed(message, "Missing key(s)")
    unexpected = _listed(message, "Unexpected key(s)")
    prefix = _prefix(missing, unexpected)
    return _prefixed(*prefix) if prefix is not None else _unlike(missing, unexpected)


def _prefixed(of_checkpoint: bool, prefix: str) -> tuple[str, str | None]:
    if of_checkpoint:
        cause = f"The keys of the checkpoint have the prefix `{prefix}` that the model's lack."
        return cause, f"Remove `{prefix}` in the keys before loading."
    cause = f"The keys of the checkpoint lack the prefix `{prefix}` that the model's have."
    return cause, f"Add `{prefix}` in the keys before loading."


def _unlike(missing: list[str], unexpected: list[str]) -> tuple[str, str | None]:
    parts = []
    if missing:
        parts.append(f"the checkpoint lacks {_some(missing)}")
    if unexpected:
        parts.append(f"the model has no {_some(unexpected)}")
    text = " and ".join(parts) or "The checkpoint does not fit the model"
    return text[0].upper() + text[1:] + ".", None


def _some(keys: list[str]) -> str:
    shown = ", ".join(f"`{key}`" for key in keys[:MAX_KEYS])
    return shown + (f" and {len(keys) - MAX_KEYS} more keys" if len(keys) > MAX_KEYS else "")


def _listed(message: str, title: str) -> list[str]:
    _, _, after = message.partition(title)
    return KEY.findall(after.split("\n", 1)[0])


def _prefix(missing: list[str], unexpected: list[str]) -> tuple[bool, str] | None:
    """What one side has in front of a key of the other, such as `module.` of DataParallel."""
    if not missing or not unexpected:
        return None
    saved, wanted = unexpected[0], missing[0]
    if saved.endswith(f".{wanted}"):
        return True, saved[: -len(wanted)]
    return (False, wanted[: -len(saved)]) if wanted.endswith(f".{saved}") else None


FAMILIES = (family(r"Error\(s\) in loading state_dict", _explain),)
