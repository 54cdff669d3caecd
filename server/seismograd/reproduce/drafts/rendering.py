"""A draft as a script by the contract of scripts."""

from __future__ import annotations

import builtins
import re
from collections.abc import Iterator, Sequence
from textwrap import indent, shorten

from seismograd.reproduce.criteria.checks.check import Check, CheckError
from seismograd.reproduce.criteria.checks.output import Warns
from seismograd.reproduce.criteria.checks.raises import Raises
from seismograd.reproduce.criteria.criterion import Fingerprint
from seismograd.reproduce.criteria.language import parse
from seismograd.reproduce.drafts.draft import Draft, Measurement
from seismograd.reproduce.observation import MEASURED, NOT_REPRODUCED, REPRODUCED

_NOT_LITERAL = re.compile(r"\\.|[.^$*+?{}\[\]|()]+")
_ALTERNATIVE = re.compile(r"\|(?![^(]*\))")
_MOST_OF_ONE = 48
_ONE_INDENT = "    "


def render(draft: Draft, fingerprint: Fingerprint, search_path: Sequence[str] = (".",)) -> str:
    imports = list(draft.imports)
    if draft.measurement is not None:
        imports.append("import json")
    if _warning(fingerprint) is not None:
        imports.append("import warnings")
    blocks = [
        "\n".join(_environment_lines(draft)),
        "\n".join(_path_lines(search_path)),
        "\n".join(sorted(set(imports), key=_import_order)),
        "\n".join(f"{one.name} = {one.value}" for one in draft.constants),
        "\n".join(draft.setup),
        "\n".join(_body(draft, fingerprint)),
    ]
    return "\n\n".join(block for block in blocks if block) + "\n"


def expected_exception(fingerprint: Fingerprint) -> Raises | None:
    """What the criteria say about an exception, if they do; a warning is made one."""
    found = next((one for one in checks_of(fingerprint) if isinstance(one, Raises)), None)
    warning = _warning(fingerprint)
    if found is None and warning is not None:
        return Raises(warning.category, warning.message)
    return found


def _warning(fingerprint: Fingerprint) -> Warns | None:
    return next((one for one in checks_of(fingerprint) if isinstance(one, Warns)), None)


def checks_of(fingerprint: Fingerprint) -> Iterator[Check]:
    for criterion in fingerprint.criteria:
        try:
            yield parse(criterion.check)
        except CheckError:
            continue


def _environment_lines(draft: Draft) -> Iterator[str]:
    """What a user has set already stays as it is."""
    if draft.environment:
        yield "import os"
    for name, value in draft.environment:
        yield f"os.environ.setdefault({name!r}, {value!r})"


def _path_lines(search_path: Sequence[str]) -> Iterator[str]:
    """The root is on the path by contract; folders such as `src` are not."""
    others = [folder for folder in search_path if folder != "."]
    if others:
        yield "import sys"
        yield f"sys.path[:0] = {others!r}"


def _import_order(statement: str) -> tuple[bool, str]:
    return (statement.startswith("from "), statement)


def _body(draft: Draft, fingerprint: Fingerprint) -> Iterator[str]:
    expected = expected_exception(fingerprint)
    warning = _warning(fingerprint)
    if warning is not None:
        yield _filter(warning)
    if expected is not None:
        yield from _raising(draft, expected)
    else:
        yield from draft.exercise
    if draft.measurement is not None:
        yield from _measuring(draft.measurement)
    yield f'print("{NOT_REPRODUCED}")'


def _raising(draft: Draft, expected: Raises) -> Iterator[str]:
    yield "try:"
    yield indent("\n".join(draft.exercise) or "pass", _ONE_INDENT)
    name = expected.exception.rpartition(".")[2]
    is_builtin = isinstance(getattr(builtins, name, None), type)
    yield f"except {name if is_builtin else 'Exception'} as error:"
    condition = _condition(name, is_builtin, expected.message)
    told = f'print(f"{REPRODUCED} {{error}}")'
    yield f"    if {condition}:\n        {told}" if condition else f"    {told}"
    yield "    raise"


def _filter(warning: Warns) -> str:
    """The warning in question becomes an exception, and no other."""
    name = warning.category.rpartition(".")[2]
    category = name if isinstance(getattr(builtins, name, None), type) else "Warning"
    words = re.escape(_longest_literal(warning.message)).replace("\\ ", " ")
    return f'warnings.filterwarnings("error", message={f".*{words}"!r}, category={category})'


def _condition(name: str, is_builtin: bool, message: str) -> str:
    tests = [] if is_builtin else [f"type(error).__name__ == {name!r}"]
    literals = (_longest_literal(one) for one in _ALTERNATIVE.split(message))
    words = list(dict.fromkeys(one for one in literals if one))
    if len(words) == 1 and words[0][:1].isupper():  # people begin sentences with capitals
        tests.append(f"{words[0].lower()!r} in str(error).lower()")
    elif len(words) == 1:
        tests.append(f"{words[0]!r} in str(error)")
    elif words:
        short = [shorten(one, _MOST_OF_ONE, placeholder="") for one in words]
        tests.append(f"any(words in str(error) for words in {short!r})")
    return " and ".join(tests)


def _longest_literal(pattern: str) -> str:
    return max(_NOT_LITERAL.split(pattern), key=len, default="").strip()


def _measuring(measurement: Measurement) -> Iterator[str]:
    yield f'print("{MEASURED} {measurement.name}", json.dumps({measurement.name}))'
    yield f"bad = {measurement.bad}"
    yield "if bad:"
    yield f"    print({f'{REPRODUCED} {measurement.what}'!r})"
    yield f"assert not bad, {measurement.what!r}"
