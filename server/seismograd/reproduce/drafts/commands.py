"""The project's own scripts, run with what the report says and with small sizes."""

from __future__ import annotations

from collections.abc import Iterator

from seismograd.reproduce.case import Case
from seismograd.reproduce.context.identifiers import plain_name
from seismograd.reproduce.context.project_view import EntryPoint, Option
from seismograd.reproduce.criteria.checks.measured import Measured, Series
from seismograd.reproduce.drafts.draft import Constant, Draft
from seismograd.reproduce.drafts.rendering import checks_of
from seismograd.reproduce.plan.planning import small_value
from seismograd.reproduce.report.bug_report import BugReport
from seismograd.reproduce.report.commands import Command, commands_in

SEED = "entry-point"
ARGUMENTS = "ARGUMENTS"
MOST_ENTRIES = 4
_SCRIPT = "<module>"
"""The frame of a script that is run, in its traceback."""


def from_entry_points(case: Case) -> Iterator[Draft]:
    """All, or only those that the report is about, where it names other things of the project."""
    if not _measures_only(case):
        yield from (draft for entry, draft in _in_small(case) if _is_first(case, entry))


def from_other_entry_points(case: Case) -> Iterator[Draft]:
    """What is left of them: to call what the report names is shorter."""
    if not _measures_only(case):
        yield from (draft for entry, draft in _in_small(case) if not _is_first(case, entry))


def _is_first(case: Case, entry: EntryPoint) -> bool:
    named = (symbol for name in case.report.names for symbol in case.project.find(name))
    is_of_script = _is_named(case, entry, commands_in(case.report))
    return is_of_script or not any(symbol.file != entry.file for symbol in named)


def from_whole_runs(case: Case) -> Iterator[Draft]:
    """As they are, and only those that the report is about: they may take long."""
    if _measures_only(case):
        return
    commands = commands_in(case.report)
    for entry in _ranked(case, commands)[:MOST_ENTRIES]:
        if _is_named(case, entry, commands):
            yield _draft(case, entry, _words(case.report, entry, commands, False), "as it is")


def _in_small(case: Case) -> Iterator[tuple[EntryPoint, Draft]]:
    commands = commands_in(case.report)
    for entry in _ranked(case, commands)[:MOST_ENTRIES]:
        words = _words(case.report, entry, commands, True)
        yield entry, _draft(case, entry, words, "in small")


def _measures_only(case: Case) -> bool:
    """Whether only a measurement can show it: scripts of the project measure nothing for us."""
    checks = checks_of(case.fingerprint)
    measured = [check for check in checks if isinstance(check, Measured | Series)]
    return len(measured) == len(case.fingerprint.criteria)


def _ranked(case: Case, commands: list[Command]) -> list[EntryPoint]:
    """Those that the report names first, then those that train."""
    return sorted(
        case.project.entry_points,
        key=lambda entry: (not _is_named(case, entry, commands), not entry.trains),
    )


def _is_named(case: Case, entry: EntryPoint, commands: list[Command]) -> bool:
    """A traceback from its first frame on tells which script was run, whatever else is named."""
    name = entry.file.rpartition("/")[2]
    frames = [frame for told in case.report.tracebacks for frame in told.frames]
    if any(frame.file.endswith(entry.file) for frame in frames):
        return True
    if any(frame.function == _SCRIPT for frame in frames):
        return False
    is_run = any(one.runs(entry.file, entry.module) for one in commands)
    return is_run or name in case.report.text


def _draft(case: Case, entry: EntryPoint, words: list[str], size: str) -> Draft:
    told = f" with {' '.join(words)}" if words else ""
    return Draft(
        idea=f"Run {entry.file} {size}{told}.",
        imports=("import runpy", "import sys"),
        constants=(Constant(ARGUMENTS, repr(words)),),
        exercise=(f"sys.argv = [{entry.file!r}, *{ARGUMENTS}]", *_running(case, entry)),
        seed=SEED,
        is_baseline=True,
    )


def _running(case: Case, entry: EntryPoint) -> Iterator[str]:
    """A part of a package is run as a module, as its imports may be relative."""
    folder = entry.file.rpartition("/")[0]
    if folder and (case.root / folder / "__init__.py").exists() and "." in entry.module:
        yield f"runpy.run_module({entry.module!r}, run_name='__main__', alter_sys=True)"
        return
    if folder:
        yield f"sys.path.insert(0, {folder!r})"
    yield f"runpy.run_path({entry.file!r}, run_name='__main__')"


def _words(report: BugReport, entry: EntryPoint, commands: list[Command], small: bool) -> list[str]:
    """The reported command, made small; else the options that the report speaks of."""
    told = next((one for one in commands if one.runs(entry.file, entry.module)), None)
    if told is not None and told.words:
        return _made_small(entry, list(told.words)) if small else list(told.words)
    reported = {plain_name(value.name): value.value for value in report.values}
    words: list[str] = []
    for option in entry.options:
        value = reported.get(plain_name(option.flag))
        if value is not None and option.flag.startswith("-"):
            words += _given(option, value)
        elif small and (short := small_value(option)) is not None:
            words += [option.flag, short]
    return words


def _made_small(entry: EntryPoint, words: list[str]) -> list[str]:
    """Options that the command does not give; what it gives may be the trigger."""
    given = {plain_name(word.partition("=")[0]) for word in words if word.startswith("-")}
    for option in entry.options:
        short = small_value(option)
        if short is not None and plain_name(option.flag) not in given:
            words += [option.flag, short]
    return words


def _given(option: Option, value: object) -> list[str]:
    if not option.takes_value:
        return [option.flag] if value is True else []
    return [option.flag, str(value)]
