"""Code of a report that names a device: shown on one that is here, with the CPU for a control."""

from __future__ import annotations

import re
from collections.abc import Iterator

from seismograd.reproduce.candidate import Attempt, Rung
from seismograd.reproduce.case import Case
from seismograd.reproduce.criteria.needs import lacks_gpu
from seismograd.reproduce.generate.offline.draft import Draft
from seismograd.reproduce.generate.offline.triggers.devices import (
    names_another_device,
    on_meta_instead,
    with_device_switch,
)
from seismograd.reproduce.observation import Observation

_TWO_DEVICES = re.compile(
    r"on device \w+ is not on the expected device|same device.*\bcpu\b",
    re.IGNORECASE | re.DOTALL,
)


def change_devices(case: Case, draft: Draft, attempt: Attempt) -> Iterator[Draft]:
    seen = attempt.observation
    if seen is None or draft.switches or draft.patches or draft.doubted:
        return
    if attempt.rung is Rung.PROVENANCE:
        if _says(seen, _TWO_DEVICES) and names_another_device(draft):
            yield with_device_switch(draft)
    elif lacks_gpu(seen) or (seen.is_clean and not draft.is_baseline):
        yield from (one.changed(is_baseline=False) for one in on_meta_instead(case, draft))


def _says(seen: Observation, words: re.Pattern[str]) -> bool:
    return seen.exception is not None and words.search(seen.exception.message) is not None
