"""Criteria as a file that people edit and give back, in JSON or TOML."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from seismograd.near_names import nearest
from seismograd.reproduce.criteria.checks.check import CheckError
from seismograd.reproduce.criteria.criterion import Criterion, Fingerprint
from seismograd.reproduce.criteria.language import parse
from seismograd_sandbox.untrusted_files import read_regular_file

VERSION = 1
MAX_BYTES = 1_000_000
MAX_CRITERIA = 50
_TOP = ("version", "symptom", "confidence", "criteria")
_EACH = ("id", "fact", "scope", "check")
_BY_HAND = "custom"


class CriteriaFileError(ValueError):
    """A file that cannot be used; `problems` has all that is wrong with it, one a line."""

    def __init__(self, source: str, problems: list[str]) -> None:
        self.problems = tuple(problems)
        super().__init__("\n".join(f"{source}: {problem}" for problem in problems))


def read_criteria(path: Path) -> Fingerprint:
    """The criteria of a file, by its name TOML or else JSON, or a CriteriaFileError."""
    try:
        if not path.is_file():
            raise CriteriaFileError(str(path), ["there is no such file"])
        content = read_regular_file(path, MAX_BYTES + 1)
    except OSError as error:
        raise CriteriaFileError(str(path), [f"cannot be read: {error.strerror}"]) from None
    if len(content) > MAX_BYTES:
        raise CriteriaFileError(str(path), [f"is larger than {MAX_BYTES} bytes"])
    return _fingerprint(str(path), _parsed(path, content))


def criteria_from_json(document: object, source: str = "criteria") -> Fingerprint:
    """The same from what was parsed already, such as an answer of the editor."""
    return _fingerprint(source, document)


def criteria_document(fingerprint: Fingerprint) -> dict[str, Any]:
    return {
        "version": VERSION,
        "symptom": fingerprint.symptom,
        "confidence": fingerprint.confidence,
        "criteria": [
            {name: getattr(criterion, name) for name in _EACH} for criterion in fingerprint.criteria
        ],
    }


def write_criteria(fingerprint: Fingerprint) -> str:
    """The file for people to edit, as JSON."""
    return json.dumps(criteria_document(fingerprint), indent=2, ensure_ascii=False) + "\n"


def _parsed(path: Path, content: bytes) -> object:
    kind = "TOML" if path.suffix.lower() == ".toml" else "JSON"
    try:
        text = content.decode("utf-8-sig")
        return _toml(text) if kind == "TOML" else json.loads(text)
    except (ValueError, RecursionError) as error:
        raise CriteriaFileError(str(path), [f"not valid {kind}: {error}"]) from None


def _toml(text: str) -> object:
    # Few write their criteria so: nobody else waits for this to load.
    import tomllib

    return tomllib.loads(text)


def _fingerprint(source: str, document: object) -> Fingerprint:
    if not isinstance(document, Mapping):
        raise CriteriaFileError(source, ["wants an object with the key 'criteria'"])
    problems = [_unknown(key, _TOP) for key in document if key not in _TOP]
    if document.get("version", VERSION) != VERSION:
        problems.append(f"version {document['version']!r} is not known; this is version {VERSION}")
    symptom = _text(document, "symptom", _BY_HAND, "the file", problems)
    confidence = _confidence(document.get("confidence", 1.0), problems)
    criteria = _criteria(document.get("criteria"), problems)
    if problems:
        raise CriteriaFileError(source, problems)
    return Fingerprint(tuple(criteria), symptom, confidence)


def _criteria(value: object, problems: list[str]) -> list[Criterion]:
    if not isinstance(value, list) or not value:
        problems.append("'criteria' must be a list of one criterion or more")
        return []
    if len(value) > MAX_CRITERIA:
        problems.append(f"there are more than {MAX_CRITERIA} criteria")
        return []
    criteria = [_criterion(number, item, problems) for number, item in enumerate(value, start=1)]
    ids = [criterion.id for criterion in criteria]
    problems += [
        f"two criteria have the id {one!r}" for one in dict.fromkeys(ids) if ids.count(one) > 1
    ]
    return criteria


def _criterion(number: int, item: object, problems: list[str]) -> Criterion:
    where = f"criterion {number}"
    if isinstance(item, str):
        # A bare check is enough for whoever knows what it means.
        item = {"check": item}
    if not isinstance(item, Mapping):
        problems.append(f"{where} must be an object or a check")
        return Criterion(f"c{number}", "", "", "")
    problems += [f"{where}: {_unknown(key, _EACH)}" for key in item if key not in _EACH]
    check = _text(item, "check", "", where, problems)
    _try(check, where, problems)
    return Criterion(
        id=_text(item, "id", f"c{number}", where, problems),
        fact=_text(item, "fact", check, where, problems),
        scope=_text(item, "scope", "", where, problems),
        check=check,
    )


def _try(check: str, where: str, problems: list[str]) -> None:
    if not check.strip():
        problems.append(f"{where} has no check")
        return
    try:
        parse(check)
    except CheckError as error:
        problems.append(f"{where}: {error}")


def _text(
    item: Mapping[str, object], key: str, default: str, where: str, problems: list[str]
) -> str:
    value = item.get(key, default)
    if isinstance(value, str):
        return value
    problems.append(f"{where}: '{key}' must be a string, not {value!r:.60}")
    return default


def _confidence(value: object, problems: list[str]) -> float:
    number = isinstance(value, int | float) and not isinstance(value, bool)
    if number and 0 <= float(value) <= 1:  # type: ignore[arg-type]
        return float(value)  # type: ignore[arg-type]
    problems.append(f"'confidence' must be a number from 0 to 1, not {value!r:.60}")
    return 1.0


def _unknown(key: object, known: tuple[str, ...]) -> str:
    close = nearest(str(key), known)
    guess = f"; did you mean '{close}'?" if close else f"; known are {', '.join(known)}"
    return f"unknown key {key!r:.60}{guess}"
