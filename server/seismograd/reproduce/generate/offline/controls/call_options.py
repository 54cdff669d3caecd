"""Arguments of the calls of the project, with the value of the report or back at their defaults."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from seismograd.reproduce.candidate import Attempt, Stage
from seismograd.reproduce.case import Case
from seismograd.reproduce.context.project_view import Parameter, Symbol, SymbolKind
from seismograd.reproduce.generate.offline.draft import Constant, Draft
from seismograd.reproduce.generate.offline.inputs.call_arguments import given_arguments
from seismograd.reproduce.generate.offline.inputs.literals import is_literal
from seismograd.reproduce.generate.offline.inputs.report_values import ReportValues
from seismograd.reproduce.generate.offline.inputs.source_trees import SourceTrees
from seismograd.reproduce.generate.offline.measured_conditions import is_about_one_value

MOST_TEXTS = 12


def with_options(case: Case, draft: Draft, reported: ReportValues) -> Iterator[Draft]:
    """One option at a time: given where it was left to its default, changed where it was given."""
    trees = SourceTrees(case.project)
    for symbol, call in calls_in(case, draft):
        for parameter in symbol.parameters:
            for value in _values(case, trees, symbol, parameter, reported):
                better = with_argument(draft, symbol, call, parameter, value)
                if better is not None:
                    yield better


def without_options(case: Case, draft: Draft) -> Iterator[Draft]:
    """What calls give though there is a default: each with its default as the control."""
    for symbol, call in calls_in(case, draft):
        for parameter in symbol.parameters:
            given = given_arguments(call, symbol).get(parameter.name)
            text = ast.unparse(given) if given is not None else None
            if parameter.default is None or text is None or not is_literal(text):
                continue
            better = with_argument(draft, symbol, call, parameter, text)
            if better is not None and is_literal(parameter.default):
                yield _controlled(better, parameter)


def _controlled(draft: Draft, parameter: Parameter) -> Draft:
    """The default is the control, and not what stood there before."""
    *others, last = draft.constants
    idea = draft.idea.partition(" Now with ")[0]
    return draft.changed(
        constants=(*others, Constant(last.name, last.value, parameter.default)),
        idea=f"{idea} Its control: {parameter.name}={parameter.default}, the default.",
    )


def calls_in(case: Case, draft: Draft) -> Iterator[tuple[Symbol, str]]:
    """Calls of the project's classes and functions in a draft, as they are written there."""
    ours = {
        s.name: s
        for s in case.project.symbols
        if s.kind in (SymbolKind.CLASS, SymbolKind.FUNCTION) and "." not in s.name
    }
    methods = {s.name.rpartition(".")[2]: s for s in case.project.symbols if "." in s.name}
    for statement in draft.exercise:
        for node in ast.walk(ast.parse(statement)):
            if isinstance(node, ast.Call):
                name = ast.unparse(node.func).rpartition(".")[2]
                symbol = ours.get(name) or methods.get(name)
                if symbol is not None:
                    yield symbol, ast.unparse(node)


def _values(
    case: Case, trees: SourceTrees, symbol: Symbol, parameter: Parameter, reported: ReportValues
) -> Iterator[str]:
    given = reported.value(parameter.name)
    if given is not None and is_literal(given):
        yield given
    if _mentions(case, parameter.name):
        if parameter.default in ("True", "False"):
            yield str(parameter.default == "False")
        yield from _texts(case, trees, symbol, parameter)


def _texts(case: Case, trees: SourceTrees, symbol: Symbol, parameter: Parameter) -> Iterator[str]:
    """Words that the code compares the parameter with, and that the report uses."""
    tree = trees.tree(symbol.file)
    found: dict[str, None] = {}
    for node in ast.walk(tree) if tree else ():
        if isinstance(node, ast.Compare) and parameter.name in ast.unparse(node.left):
            for one in ast.walk(node):
                if isinstance(one, ast.Constant) and isinstance(one.value, str):
                    found[one.value] = None
    for text in list(found)[:MOST_TEXTS]:
        if text and text in case.report.text and repr(text) != parameter.default:
            yield repr(text)


def _mentions(case: Case, name: str) -> bool:
    return len(name) > 2 and name in case.report.text


def with_argument(
    draft: Draft, symbol: Symbol, call: str, parameter: Parameter, value: str
) -> Draft | None:
    node = ast.parse(call, mode="eval").body
    assert isinstance(node, ast.Call)
    constant = parameter.name.upper()
    if any(one.name == constant for one in draft.constants):
        return None
    before = _replace_argument(node, symbol, parameter, constant)
    control = parameter.default if before == value else before
    if control is None or not is_literal(control) or control == value:
        return None
    changed = ast.unparse(node)
    return draft.changed(
        constants=(*draft.constants, Constant(constant, value, control)),
        exercise=tuple(one.replace(call, changed) for one in _plain(draft.exercise)),
        idea=f"{draft.idea} Now with {parameter.name}={value}, as reported.",
    )


def _plain(statements: tuple[str, ...]) -> Iterator[str]:
    """As `ast` writes them, so that a call in them is found again."""
    return (ast.unparse(ast.parse(one)) for one in statements)


def _replace_argument(
    node: ast.Call, symbol: Symbol, parameter: Parameter, constant: str
) -> str | None:
    """Puts the constant in; what stood there before, or the default."""
    new = ast.Name(constant, ast.Load())
    for keyword in node.keywords:
        if keyword.arg == parameter.name:
            before = ast.unparse(keyword.value)
            keyword.value = new
            return before
    names = [p.name for p in symbol.parameters if not (p.is_keyword_only or p.is_variadic)]
    position = names.index(parameter.name) if parameter.name in names else len(node.args)
    if position < len(node.args):
        before = ast.unparse(node.args[position])
        node.args[position] = new
        return before
    node.keywords.append(ast.keyword(parameter.name, new))
    return parameter.default


def go_back_to_defaults(case: Case, draft: Draft, attempt: Attempt) -> Iterator[Draft]:
    """Only of calls that the report or the project wrote: what they give is meant."""
    if attempt.stage is not Stage.PROVENANCE or draft.switches or draft.patches:
        return
    if is_about_one_value(case.fingerprint):
        return
    if draft.seed in ("snippet", "completed"):
        yield from without_options(case, draft)
