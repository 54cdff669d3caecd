"""A script of the project, run once more on what its first run has left behind."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from seismograd.reproduce.case import Case
from seismograd.reproduce.context.project_view import EntryPoint, Option
from seismograd.reproduce.generate.offline.draft import Constant, Draft
from seismograd.reproduce.generate.offline.rendering import is_exact, is_named
from seismograd.reproduce.generate.offline.seeds.entry_points import SEED

SWITCH = "RUNS_AGAIN"
_WORDS = re.compile(
    r"\bresum|\brestart|\bcontinu|\bagain\b|second (?:run|time)|\bre-?run|check-?point|"
    r"\bpick(?:s|ed|ing)? up\b|\breload|\brestor|\bgo(?:es|ing)? on\b",
    re.IGNORECASE,
)
_RESUMES = re.compile(r"resume|restore|(load|init|from|start)_?.*(checkpoint|ckpt|weights)|^load$")
_KEEPS = re.compile(r"checkpoint|ckpt|weights|pretrained")
_EPOCHS = re.compile(r"epochs?$")
_SAVED = (
    "saved = max((path for path in Path('.').rglob('*') if path.suffix in KEPT), "
    "key=lambda path: path.stat().st_mtime)"
)
_KEPT = "('.pt', '.pth', '.ckpt', '.tar', '.bin', '.keras', '.h5', '.pkl')"


def second_runs(case: Case, draft: Draft) -> Iterator[Draft]:
    """Told to go on where there is an option for it; else as before."""
    if draft.seed != SEED or not _WORDS.search(f"{case.report.title}\n{case.report.text}"):
        return
    if not is_named(case):
        return  # any failure would do, also one by the way it is told to go on
    entry = _entry(case, draft)
    options = entry.options if entry else ()
    more = [
        word for option in options if _EPOCHS.search(option.flag) for word in (option.flag, "2")
    ]
    yield from _with_options(case, draft, options, _RESUMES, more)
    yield _again(draft, f"sys.argv += {more!r}" if more else "")
    yield from _with_options(case, draft, options, _KEEPS, more)


def _with_options(
    case: Case,
    draft: Draft,
    options: tuple[Option, ...],
    pattern: re.Pattern[str],
    more: list[str],
) -> Iterator[Draft]:
    """Only where the words of the exception are known: the option may be told wrongly."""
    for option in options if is_exact(case) else ():
        name = option.flag.strip("-").replace("-", "_").lower()
        if option.flag.startswith("-") and pattern.search(name):
            yield _told_to_go_on(draft, option, more)


def _entry(case: Case, draft: Draft) -> EntryPoint | None:
    told = next((one for one in draft.exercise if one.startswith("sys.argv = [")), "0")
    node = ast.parse(told).body[0]
    value = node.value if isinstance(node, ast.Assign) else None
    first = value.elts[0] if isinstance(value, ast.List) and value.elts else None
    file = first.value if isinstance(first, ast.Constant) else None
    return next((one for one in case.project.entry_points if one.file == file), None)


def _told_to_go_on(draft: Draft, option: Option, more: list[str]) -> Draft:
    if not option.takes_value:
        return _again(draft, f"sys.argv += {[option.flag, *more]!r}")
    words = "".join(f", {word!r}" for word in more)
    given = f"sys.argv += [{option.flag!r}, str(saved){words}]"
    better = draft.with_import("from pathlib import Path")
    better = better.changed(constants=(*draft.constants, Constant("KEPT", _KEPT)))
    return _again(better, f"{_SAVED}\n{given}")


def _again(draft: Draft, before: str) -> Draft:
    lines = [*before.splitlines(), draft.exercise[-1]]
    block = "\n".join([f"if {SWITCH}:", *(f"    {line}" for line in lines)])
    return draft.changed(
        constants=(*draft.constants, Constant(SWITCH, "True", "False")),
        exercise=(*draft.exercise, block),
        idea=f"{draft.idea} Then once more, on what the first run left behind.",
    )
