"""Command lines that are made of signatures and of records: typer, fire, tyro and their kin."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator

from seismograd.reproduce.context.command_lines import keywords_of, last_name
from seismograd.reproduce.context.modules import Definition, dotted_name
from seismograd.reproduce.context.project_view import Option, Parameter
from seismograd.reproduce.context.sources import FUNCTIONS

Named = Callable[[str], Definition | None]
ParametersOf = Callable[[Definition], tuple[Parameter, ...]]
_RUNNERS = {
    "Fire": "_",
    "typer.run": "-",
    "tyro.cli": "-",
    "CLI": "_",
    "HfArgumentParser": "_",
}
_UNIONS = (ast.Tuple, ast.List)


def signature_options(
    nodes: Iterable[ast.AST], named: Named, parameters_of: ParametersOf
) -> Iterator[Option]:
    """Of what is handed to one of the libraries, and of what a typer application decorates."""
    for node in nodes:
        if isinstance(node, ast.Call):
            separator = _separator(dotted_name(node.func))
            for target in _targets(node) if separator else ():
                yield from _of_target(named(target), parameters_of, separator)
        elif isinstance(node, FUNCTIONS) and _is_typer_command(node):
            yield from _of_target(named(node.name), parameters_of, "-")


def _separator(dotted: str) -> str:
    names = (dotted, dotted.rpartition(".")[2])
    return next((_RUNNERS[name] for name in names if name in _RUNNERS), "")


def _targets(call: ast.Call) -> Iterator[str]:
    for argument in [*call.args[:1], *keywords_of(call).values()]:
        parts = argument.elts if isinstance(argument, _UNIONS) else [argument]
        yield from filter(None, map(dotted_name, parts))


def _of_target(
    target: Definition | None, parameters_of: ParametersOf, separator: str
) -> Iterator[Option]:
    if target is None:
        return
    for parameter in parameters_of(target):
        if not parameter.is_variadic:
            yield _option_of(parameter, separator)


def _is_typer_command(node: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    calls = [d for d in node.decorator_list if isinstance(d, ast.Call)]
    has_click = any(last_name(call.func) in ("option", "argument") for call in calls)
    return not has_click and any(last_name(call.func) in ("command", "callback") for call in calls)


def _option_of(parameter: Parameter, separator: str) -> Option:
    return Option(
        flag="--" + parameter.name.replace("_", separator),
        default=parameter.default,
        type=parameter.annotation,
        required=parameter.default is None,
        takes_value=parameter.annotation != "bool",
    )
