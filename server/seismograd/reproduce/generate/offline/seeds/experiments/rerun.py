"""A command that is run, stopped, and run again with its own checkpoint."""

from __future__ import annotations

import re
from collections.abc import Iterator

from seismograd.reproduce.case import Case
from seismograd.reproduce.context.project_view import EntryPoint, Option
from seismograd.reproduce.generate.offline.draft import Constant, Draft
from seismograd.reproduce.generate.offline.seeds.experiments import commands
from seismograd.reproduce.generate.offline.seeds.experiments.scene import drafted

NAME = "difference_after_reload"
_RESUMES = r"resume|restore|checkpoint|ckpt|continue|load|init_from|warm_start|start_from"
_KEEPS = r"dir|every|freq|out|save|interval|keep"
_LONG = r"^(?:n_|num_|max_|total_)?(?:epochs|steps|iterations|iters|updates)$"
_FROM_SCRATCH = (
    r"from scratch|starts? (?:over|again|anew|fresh|from (?:zero|the beginning))|ignor|no effect|"
    r"fresh|untrained|(?:starts?|begins?) (?:at|with|from)|does(?:n't| not) resume|not? resum"
)
_EPOCH = r"epoch|step|iteration|counter"
FIRST, IN_ALL = "2", "4"
FOUND = '''\
def checkpoint():
    """The file that was written last."""
    kinds = (".pt", ".pth", ".ckpt", ".bin", ".tar", ".pkl", ".chkpt", ".model")
    files = [file for file in Path(".").rglob("*") if file.suffix in kinds]
    return str(max(files, key=lambda file: file.stat().st_mtime_ns))
'''
NUMBERED = '''\
def first_number(lines):
    """Of the first line that tells of an epoch or a step."""
    found = (re.search(r"(?:epoch|step|iter\\w*)\\W{0,4}(\\d+)", line, re.I) for line in lines)
    return next(int(match[1]) for match in found if match)
'''


def experiments(case: Case) -> Iterator[Draft]:
    for entry in commands.entries(case):
        resuming = _resuming(entry)
        long = next(commands.options_like(entry, _LONG), None)
        if resuming is None or long is None:
            continue
        text = case.report.text
        if re.search(_EPOCH, text, re.I):
            yield from _numbered_anew(case, entry, resuming, long)
        if re.search(_FROM_SCRATCH, text, re.I):
            yield from _from_scratch(case, entry, resuming, long)


def _resuming(entry: EntryPoint) -> Option | None:
    found = commands.options_like(entry, _RESUMES)
    return next((one for one in found if not re.search(_KEEPS, one.flag)), None)


def _from_scratch(case: Case, entry: EntryPoint, resuming: Option, long: Option) -> Iterator[Draft]:
    """What goes on from a checkpoint does something else than what begins anew."""
    body = (
        *_twice(resuming, long),
        f"fresh = command(*ARGUMENTS, {long.flag!r}, IN_ALL)",
        f"{NAME} = float(resumed == fresh)",
    )
    idea = f"Go on with {entry.file} from its own checkpoint: is it as if it began anew?"
    yield from _draft(case, entry, resuming, long, idea, body)


def _numbered_anew(
    case: Case, entry: EntryPoint, resuming: Option, long: Option
) -> Iterator[Draft]:
    body = (
        *_twice(resuming, long),
        f"{NAME} = float(first_number(resumed[0]) == first_number(begun[0]))",
    )
    idea = f"Go on with {entry.file} from its own checkpoint: does it count anew?"
    yield from _draft(case, entry, resuming, long, idea, body, NUMBERED)


def _twice(resuming: Option, long: Option) -> tuple[str, ...]:
    given = f"{resuming.flag!r}, checkpoint()" if resuming.takes_value else f"{resuming.flag!r}"
    return (
        f"begun = command(*ARGUMENTS, {long.flag!r}, FIRST)",
        f"resumed = command(*ARGUMENTS, {long.flag!r}, IN_ALL, {given})",
    )


def _draft(
    case: Case,
    entry: EntryPoint,
    resuming: Option,
    long: Option,
    idea: str,
    body: tuple[str, ...],
    *more: str,
) -> Iterator[Draft]:
    bench = commands.bench_for_commands()
    found = (FOUND,) if resuming.takes_value else ()
    if found:
        bench.use("from pathlib import Path")
    constants = (
        Constant("ARGUMENTS", repr(commands.small_arguments(entry, long))),
        Constant("FIRST", repr(FIRST)),
        Constant("IN_ALL", repr(IN_ALL)),
    )
    setup = (*commands.helpers(entry), *found, *more)
    yield from drafted(case, bench, idea, body, NAME, setup=setup, constants=constants)
