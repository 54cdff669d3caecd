"""All families read the report; what they propose is ranked."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from seismograd.reproduce.criteria.criterion import Fingerprint
from seismograd.reproduce.criteria.derive.families.all_families import CRASHES, SILENT
from seismograd.reproduce.criteria.derive.reading import Reading
from seismograd.reproduce.report.bug_report import BugReport

LEAST_CONFIDENCE = 0.15
"""Below this a family would be a guess."""
MAX_FINGERPRINTS = 8
_SURE_CRASH = 0.6
_BESIDE_A_CRASH = 0.5
"""Where an exception is named, words that fit a silent bug are likely said by the way."""


def derive(report: BugReport, files: Collection[str] = ()) -> list[Fingerprint]:
    """Alternative fingerprints, the best first; none where the report names nothing checkable.

    `files` are those of the project; with them the frames of a traceback that are its own are
    told from the reporter's and from installed packages.
    """
    reading = Reading.of(report, files)
    crashes = [found for family in CRASHES for found in family.read(reading)]
    silent = [found for family in SILENT for found in family.read(reading)]
    if any(crash.confidence >= _SURE_CRASH for crash in crashes):
        silent = [replace(one, confidence=one.confidence * _BESIDE_A_CRASH) for one in silent]
    return _ranked(crashes + silent)


def _ranked(found: list[Fingerprint]) -> list[Fingerprint]:
    likely = [one for one in found if one.confidence >= LEAST_CONFIDENCE]
    best: dict[tuple[str, ...], Fingerprint] = {}
    for one in sorted(likely, key=lambda fingerprint: -fingerprint.confidence):
        best.setdefault(tuple(criterion.check for criterion in one.criteria), one)
    return list(best.values())[:MAX_FINGERPRINTS]
