"""Arguments of the calls in a draft, and the draft with another expression in the place of one."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from seismograd.reproduce.case import Case
from seismograd.reproduce.context.project_view import Symbol, SymbolKind
from seismograd.reproduce.drafts.draft import Constant, Draft
from seismograd.reproduce.generate.offline.inputs.input_shapes import FORWARD

_CALLED = (SymbolKind.METHOD, SymbolKind.FUNCTION, SymbolKind.CLASS)


@dataclass(frozen=True, slots=True)
class Argument:
    call: str
    """As `ast` writes it."""
    name: str
    """What whoever is called calls it; "" where nobody knows."""
    value: str | None = None
    """As source; None where it is left to its default."""
    default: str | None = None
    symbol: Symbol | None = None
    """What is called, where that is the project's own."""
    position: int | None = None


def arguments_in(case: Case, draft: Draft) -> Iterator[Argument]:
    """What calls give, and what calls of the project could give."""
    known = sorted((s for s in case.project.symbols if s.kind in _CALLED), key=_by_kind)
    ours = {s.name: s for s in known} | {s.name.rpartition(".")[2]: s for s in known}
    for statement in (*draft.setup, *draft.exercise):
        for node in ast.walk(ast.parse(statement)):
            if isinstance(node, ast.Call):
                yield from _of_call(node, _called(node, draft, ours))


def _by_kind(symbol: Symbol) -> int:
    """A name alone means a class or a function rather than a method."""
    return _CALLED.index(symbol.kind)


def _called(node: ast.Call, draft: Draft, ours: dict[str, Symbol]) -> Symbol | None:
    """By the class that a variable was made of, else by its name."""
    holder, _, name = ast.unparse(node.func).rpartition(".")
    variable = holder or name
    for statement in draft.exercise:
        if statement.startswith(f"{variable} = "):
            made = statement.partition(" = ")[2].partition("(")[0].rpartition(".")[2]
            methods = [name] if holder else FORWARD
            found = (ours.get(f"{made}.{method}") for method in methods)
            return next((one for one in found if one is not None), None)
    return ours.get(name)


def _of_call(node: ast.Call, symbol: Symbol | None) -> Iterator[Argument]:
    text = ast.unparse(node)
    parameters = symbol.parameters if symbol else ()
    defaults = {one.name: one.default for one in parameters}
    names = [one.name for one in parameters if not (one.is_keyword_only or one.is_variadic)]
    given: set[str] = set()
    for position, value in enumerate(node.args):
        if isinstance(value, ast.Starred):
            break
        name = names[position] if position < len(names) else ""
        given.add(name)
        yield Argument(text, name, ast.unparse(value), defaults.get(name), symbol, position)
    for keyword in node.keywords:
        name = keyword.arg or ""
        given.add(name)
        yield Argument(text, name, ast.unparse(keyword.value), defaults.get(name), symbol)
    for name, default in defaults.items():
        if name not in given and default is not None:
            yield Argument(text, name, None, default, symbol)


def with_argument(draft: Draft, argument: Argument, expression: str, switch: Constant) -> Draft:
    """The draft with another expression there, and with the constant that it goes by."""
    call = ast.parse(argument.call, mode="eval").body
    assert isinstance(call, ast.Call)
    value = ast.parse(expression, mode="eval").body
    keyword = next((one for one in call.keywords if one.arg == argument.name), None)
    if argument.position is not None:
        call.args[argument.position] = value
    elif keyword is not None:
        keyword.value = value
    else:
        call.keywords.append(ast.keyword(argument.name, value))
    changed = ast.unparse(call)

    def replaced(statements: tuple[str, ...]) -> tuple[str, ...]:
        written = (ast.unparse(ast.parse(one)) for one in statements)
        return tuple(one.replace(argument.call, changed) for one in written)

    return draft.changed(
        setup=replaced(draft.setup),
        exercise=replaced(draft.exercise),
        constants=(*draft.constants, switch),
    )


def free_name(draft: Draft, name: str, otherwise: str = "TRIGGER") -> str:
    """A name for a switch that nothing in the draft has."""
    statements = "\n".join((*draft.imports, *draft.setup, *draft.exercise))
    taken = {node.id for node in ast.walk(ast.parse(statements)) if isinstance(node, ast.Name)}
    taken |= {one.name for one in draft.constants}
    return name if name.isidentifier() and name not in taken else otherwise
