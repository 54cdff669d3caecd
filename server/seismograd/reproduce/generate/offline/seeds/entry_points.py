"""The project's own scripts, run with what the report says and with small sizes."""

from __future__ import annotations

from collections.abc import Iterator

from seismograd.reproduce.case import Case
from seismograd.reproduce.context.project_view import EntryPoint, Option
from seismograd.reproduce.generate.offline.draft import Constant, Draft
from seismograd.reproduce.plan.small_sizes import small_value
from seismograd.reproduce.report.bug_report import BugReport

MOST_ENTRIES = 4
MOST_SMALL = 2


def from_entry_points(case: Case) -> Iterator[Draft]:
    for entry in _ranked(case)[:MOST_ENTRIES]:
        for small in (True, False):
            yield _draft(case.report, entry, small)


def _ranked(case: Case) -> list[EntryPoint]:
    """Those that the report names first, then those that train."""
    text = case.report.text
    frames = {frame.file for told in case.report.tracebacks for frame in told.frames}

    def rank(entry: EntryPoint) -> tuple[bool, bool]:
        name = entry.file.rpartition("/")[2]
        named = name in text or any(file.endswith(entry.file) for file in frames)
        return (not named, not entry.trains)

    return sorted(case.project.entry_points, key=rank)


def _draft(report: BugReport, entry: EntryPoint, small: bool) -> Draft:
    words = _words(report, entry, small)
    size = "in small" if small else "as it is"
    return Draft(
        idea=f"Run {entry.file} {size}{f' with {words}' if words else ''}.",
        imports=("import runpy", "import sys"),
        constants=(Constant("ARGUMENTS", repr(words)),),
        exercise=(
            f"sys.argv = [{entry.file!r}, *ARGUMENTS]",
            f"runpy.run_path({entry.file!r}, run_name='__main__')",
        ),
        seed="entry-point",
    )


def _words(report: BugReport, entry: EntryPoint, small: bool) -> list[str]:
    """What the report says about an option goes before what makes it small."""
    reported = {_plain(value.name): value.value for value in report.values}
    words: list[str] = []
    for option in entry.options:
        value = reported.get(_plain(option.flag))
        if value is not None:
            words += _given(option, value)
        elif small and (short := small_value(option)) is not None:
            words += [option.flag, short]
    return words


def _given(option: Option, value: object) -> list[str]:
    if not option.takes_value:
        return [option.flag] if value is True else []
    return [option.flag, str(value)]


def _plain(name: str) -> str:
    return name.strip("-").replace("-", "_").lower()
