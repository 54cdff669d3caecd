"""Options of the command line: the same command with two values."""

from __future__ import annotations

from collections.abc import Iterator

from seismograd.reproduce.case import Case
from seismograd.reproduce.context.identifiers import tokens_of
from seismograd.reproduce.context.project_view import EntryPoint, Option, Parameter
from seismograd.reproduce.generate.offline.draft import Constant, Draft
from seismograd.reproduce.generate.offline.inputs.literals import is_literal, literal_value
from seismograd.reproduce.generate.offline.inputs.reported import plain_name
from seismograd.reproduce.generate.offline.seeds.experiments.options.option_values import two_values
from seismograd.reproduce.generate.offline.seeds.experiments.stage import commands
from seismograd.reproduce.generate.offline.seeds.experiments.stage.scene import drafted

NAME = "difference_with_option"


def experiments(case: Case) -> Iterator[Draft]:
    for entry in commands.entries(case):
        for option in _spoken(case, entry):
            for first, second in _arguments(case, option):
                yield from _compared(case, entry, option, first, second)


def _spoken(case: Case, entry: EntryPoint) -> list[Option]:
    names = {plain_name(name.rpartition(".")[2]) for name in case.report.names}
    names |= {plain_name(value.name) for value in case.report.values}
    title = set(tokens_of(case.report.title))
    return [
        option
        for option in entry.options
        if option.flag in case.report.text
        or plain_name(option.flag) in names
        or plain_name(option.flag) in title
    ]


def _arguments(case: Case, option: Option) -> Iterator[tuple[list[str], list[str]]]:
    """Two ways to give it."""
    if not option.takes_value:
        yield [], [option.flag]
        return
    default = option.default
    if option.choices:
        default = repr(_bare(default) if default else option.choices[0])
        others = [one for one in option.choices if repr(one) != default]
        yield from (([option.flag, _bare(default)], [option.flag, one]) for one in others[:1])
        return
    parameter = Parameter(plain_name(option.flag), default)
    for first, second in two_values(case, parameter):
        yield [option.flag, _bare(first)], [option.flag, _bare(second)]


def _bare(text: str) -> str:
    return str(literal_value(text)) if is_literal(text) else text


def _compared(
    case: Case, entry: EntryPoint, option: Option, first: list[str], second: list[str]
) -> Iterator[Draft]:
    body = (
        "one = command(*ARGUMENTS, *GIVEN)",
        "other = command(*ARGUMENTS, *OTHERWISE)",
        f"{NAME} = float(one != other)",
    )
    constants = (
        Constant("ARGUMENTS", repr(commands.small_arguments(entry, option))),
        Constant("GIVEN", repr(first)),
        Constant("OTHERWISE", repr(second)),
    )
    idea = f"Run {entry.file} with two values of {option.flag}."
    setup = commands.helpers(entry, plain_name(option.flag))
    bench = commands.bench_for_commands()
    yield from drafted(case, bench, idea, body, NAME, setup=setup, constants=constants)
