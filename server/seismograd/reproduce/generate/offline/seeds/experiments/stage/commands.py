"""The project's scripts as commands: run in small, with what they print and train noted."""

from __future__ import annotations

import re
from collections.abc import Iterator

from seismograd.reproduce.case import Case
from seismograd.reproduce.context.project_view import EntryPoint, Option
from seismograd.reproduce.generate.offline.inputs.bench import Bench
from seismograd.reproduce.generate.offline.inputs.reported import plain_name
from seismograd.reproduce.plan.small_sizes import small_value

MOST_COMMANDS = 2
A_FEW = "3"
"""Epochs: much shows only from the second step on."""
NOTES = """\
notes = []


def note_step(optimizer, _arguments, _options):
    for group in optimizer.param_groups:
        notes.append([group["lr"], *(weight.sum().item() for weight in group["params"])])


register_optimizer_step_post_hook(note_step)
"""
"""What every step of an optimiser leaves behind."""
COMMAND = '''\
def command(*arguments):
    """What {file} prints, but for times, and what its optimisers do."""
    notes.clear()
    sys.argv = [{file!r}, *arguments]
    with contextlib.redirect_stdout(io.StringIO()) as output, contextlib.suppress(SystemExit):
        runpy.run_path({file!r}, run_name="__main__")
    lines = output.getvalue().splitlines()
    return [line for line in lines if not re.search({left_out!r}, line, re.I)], list(notes)
'''
_TIMES = r"\btime|elapsed|seconds|\d ?m?s\b|it/s|date|\beta\b"
_MODULES = ("contextlib", "io", "re", "runpy", "sys", "torch")


def entries(case: Case) -> list[EntryPoint]:
    """Those that the report names first, then those that train."""
    text = case.report.text

    def rank(entry: EntryPoint) -> tuple[bool, bool]:
        return (entry.file.rpartition("/")[2] not in text, not entry.trains)

    return sorted(case.project.entry_points, key=rank)[:MOST_COMMANDS]


def helpers(entry: EntryPoint, *left_out: str) -> tuple[str, str]:
    """Lines with these words are not looked at, for they differ in any case."""
    words = "|".join((_TIMES, *map(re.escape, left_out)))
    return NOTES, COMMAND.format(file=entry.file, left_out=words)


def bench_for_commands() -> Bench:
    return Bench(imports=[f"import {module}" for module in _MODULES])


def small_arguments(entry: EntryPoint, *others: Option) -> list[str]:
    """What makes a run short, but for some options."""
    words: list[str] = []
    for option in entry.options:
        if option not in others:
            short = small_value(option)
            short = A_FEW if short == "1" else short
            words += [option.flag, short] if short is not None else []
    return words


def options_like(entry: EntryPoint, pattern: str) -> Iterator[Option]:
    for option in entry.options:
        if re.search(pattern, plain_name(option.flag)):
            yield option
