"""Command lines that are made of signatures and of records: typer, fire, tyro and their kin."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

from seismograd.reproduce.context.command_lines import keywords_of, last_name, texts_of
from seismograd.reproduce.context.modules import Definition, dotted_name
from seismograd.reproduce.context.project_view import Option, Parameter
from seismograd.reproduce.context.scopes import FUNCTIONS
from seismograd.source.shallow_parse import parse_expression

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
            yield _typer_option(_option_of(parameter, separator))


def _is_typer_command(node: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    calls = [d for d in node.decorator_list if isinstance(d, ast.Call)]
    has_click = any(last_name(call.func) in ("option", "argument") for call in calls)
    return not has_click and any(last_name(call.func) in ("command", "callback") for call in calls)


def _typer_option(option: Option) -> Option:
    """What `typer.Option(0.1, "--lr")` says, as a default or within an annotation."""
    for text in (option.default, option.type):
        call = _declaration(text)
        if call is None:
            continue
        kind = _annotated_kind(option.type)
        is_default = text == option.default
        value = call.args[0] if is_default and call.args else keywords_of(call).get("default")
        is_required = isinstance(value, ast.Constant) and value.value is ...
        flags = [name for name in texts_of(call.args) if name.startswith("--")]
        default = ast.unparse(value) if value is not None and not is_required else None
        default = default if is_default else option.default
        return replace(
            option,
            flag=_flag(option, call, flags),
            default=default,
            type=kind,
            required=default is None,
            takes_value=kind != "bool",
        )
    return option


def _flag(option: Option, call: ast.Call, flags: list[str]) -> str:
    if last_name(call.func) == "Argument":
        return option.flag.removeprefix("--").replace("-", "_")
    return flags[0].partition("/")[0] if flags else option.flag


def _declaration(text: str | None) -> ast.Call | None:
    if not text or ("Option(" not in text and "Argument(" not in text):
        return None
    try:
        nodes = list(ast.walk(parse_expression(text)))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
    calls = [n for n in nodes if isinstance(n, ast.Call)]
    return next((c for c in calls if last_name(c.func) in ("Option", "Argument")), None)


def _annotated_kind(annotation: str | None) -> str | None:
    if annotation and "Annotated[" in annotation:
        return annotation.partition("Annotated[")[2].partition(",")[0].strip()
    return annotation


def _option_of(parameter: Parameter, separator: str) -> Option:
    return Option(
        flag="--" + parameter.name.replace("_", separator),
        default=parameter.default,
        type=parameter.annotation,
        required=parameter.default is None,
        takes_value=parameter.annotation != "bool",
    )
