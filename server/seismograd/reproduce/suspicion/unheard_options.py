"""Options that a report names, and whether a run passed all places that listen to them."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from seismograd.reproduce.candidate import Patch
from seismograd.reproduce.case import Case
from seismograd.reproduce.context.identifiers import tokens_of
from seismograd.reproduce.context.options.of_settings import settings_in_files
from seismograd.reproduce.context.project_view import Parameter, Symbol, SymbolKind
from seismograd.reproduce.observation import Observation
from seismograd.source.shallow_parse import parse_module
from seismograd_sandbox.untrusted_files import read_regular_file

MOST_BYTES = 300_000
_Function = ast.FunctionDef | ast.AsyncFunctionDef
_WORKS = re.compile(
    r"\b(?:do(?:es)? (?:work|change|have an effect|make a difference)|works?(?: fine| well)?|"
    r"has an effect|is (?:used|respected|applied))\b",
    re.I,
)
_SENTENCE = re.compile(r"(?<=[.!?])\s+|\n\n")
_DULL = frozenset({"model", "config", "name", "path", "x", "data", "value", "file", "args", "self",
                   "options", "settings", "cfg", "conf", "hparams", "opts"})  # fmt: skip
"""Also what holds all options together."""


def named_options(case: Case) -> Iterator[tuple[Symbol, Parameter]]:
    """Parameters of classes and functions that the report speaks of by name."""
    spoken = set(option_names(case))
    for symbol in case.project.symbols:
        if symbol.kind is SymbolKind.METHOD or not symbol.module:
            continue
        for parameter in symbol.parameters:
            if parameter.name in spoken:
                yield symbol, parameter


def option_names(case: Case) -> list[str]:
    """Of parameters, settings and flags, as far as the report speaks of them; the title first.

    What is said to work is left out.
    """
    title, text = case.report.title, _complaints(case.report.text)
    spoken = set(tokens_of(f"{title} {text}"))
    marked = {name.rpartition(".")[2].strip("-").lower() for name in case.report.names}
    marked |= {value.name.rpartition(".")[2].lower() for value in case.report.values}
    marked |= set(tokens_of(title))
    found = [name for name in _known(case) if _is_spoken(name, spoken, marked, text)]
    whole = f"{title}\n{text}".lower()
    return sorted(found, key=lambda name: _place(whole, name))


def _complaints(text: str) -> str:
    return " ".join(one for one in _SENTENCE.split(text) if not _WORKS.search(one))


def _known(case: Case) -> list[str]:
    names: dict[str, None] = {}
    for symbol in case.project.symbols:
        if symbol.kind is not SymbolKind.METHOD and symbol.module:
            names.update((parameter.name, None) for parameter in symbol.parameters)
    names.update((setting.name, None) for setting in settings_in_files(case.root))
    for entry in case.project.entry_points:
        flags = (option.flag.lstrip("-").replace("-", "_") for option in entry.options)
        names.update((flag, None) for flag in flags)
    return [name for name in names if name.lower() not in _DULL]


def _is_spoken(name: str, spoken: set[str], marked: set[str], text: str) -> bool:
    plain = name.lower()
    if "_" in plain:
        return plain in spoken or plain.replace("_", " ") in text.lower() or plain in marked
    return plain in marked and plain in spoken


def _place(text: str, name: str) -> int:
    plain = name.lower()
    places = (text.find(one) for one in (plain, plain.replace("_", " "), plain.replace("_", "-")))
    return min((place for place in places if place >= 0), default=len(text))


def all_listeners_were_heard(case: Case, seen: Observation) -> bool:
    """Where some code that reads an option never ran, no effect of it was to be expected."""
    names = set(option_names(case)[:1])
    entered = {(one.file, one.function.rpartition(".")[2]) for one in seen.reached}
    files = {symbol.file for symbol in case.project.symbols} - set(case.project.tests)
    listeners = {(file, name) for file in files for name in _listening(case, file, names)}
    return bool(names) and listeners <= entered


def speaks_of_option(names: list[str], patch: Patch) -> bool:
    return any(name in patch.what for name in names)


def _listening(case: Case, file: str, names: set[str]) -> Iterator[str]:
    """Functions that do more with an option than to keep it or to pass it on by its name."""
    try:
        tree = parse_module(read_regular_file(case.root / file, MOST_BYTES, within=case.root))
    except (OSError, ValueError, SyntaxError, RecursionError):
        return
    for function in ast.walk(tree):
        if isinstance(function, _Function) and any(
            _reads(node, names) for node in _telling(function, names)
        ):
            yield function.name


def _telling(function: _Function, names: set[str]) -> Iterator[ast.AST]:
    kept: set[int] = set()
    for node in ast.walk(function):
        if isinstance(node, ast.Assign) and _is_mere_keeping(node, names):
            kept |= {id(inner) for inner in ast.walk(node)}
    yield from (node for node in ast.walk(function) if id(node) not in kept)


def _is_mere_keeping(node: ast.Assign, names: set[str]) -> bool:
    target = node.targets[0]
    value = node.value.id if isinstance(node.value, ast.Name) else None
    return isinstance(target, ast.Attribute) and value in names and target.attr == value


def _reads(node: ast.AST, names: set[str]) -> bool:
    if isinstance(node, ast.Name):
        return isinstance(node.ctx, ast.Load) and node.id in names
    if isinstance(node, ast.Attribute):
        return isinstance(node.ctx, ast.Load) and node.attr in names
    return isinstance(node, ast.Constant) and node.value in names
