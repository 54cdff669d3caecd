"""What is said of a script, after statements and values of it are gone.

A sentence that speaks of what only the larger script had is left out; docstrings within the script
likewise. Where nothing is left, the calls of the small script are named.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import replace

from seismograd.reproduce.candidate import Candidate
from seismograd.reproduce.context.project_view import ProjectView
from seismograd.reproduce.validate.script_names import root_name
from seismograd.reproduce.validate.script_rules import imports_of_project

MOST_CALLS = 4
_SENTENCE = re.compile(r"(?<=[.!?;])\s+")
_NUMBER = re.compile(r"(?<![\w.])\d+(?:\.\d+)?(?:e[+-]?\d+)?(?![\w.]*\w)")
_WORD = re.compile(r"[A-Za-z]+")
_PART = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+")
_SHORTEST = 4
"""Parts of names that are shorter say little."""
_ENDINGS = ("ing", "es", "ed", "s", "er", "or")


def with_true_idea(small: Candidate, large: Candidate, project: ProjectView) -> Candidate:
    """The small script with words that are true of it."""
    if small.source == large.source:
        return small
    gone = _gone(large.source, small.source)
    source = _without_docstrings(small.source, gone)
    idea = true_of(small.idea, gone) or _calls(ast.parse(source), project)
    return replace(small, source=source, idea=idea)


def true_of(idea: str, gone: frozenset[str]) -> str:
    """The sentences that speak of nothing that is gone; "" where none is left."""
    kept = (one for one in _SENTENCE.split(idea.strip()) if not _words(one) & gone)
    return " ".join(kept)


def _gone(large: str, small: str) -> frozenset[str]:
    return frozenset(_material(large)) - frozenset(_material(small))


def _material(source: str) -> Iterator[str]:
    """Stems of the names and the numbers of a script, as a sentence would use them."""
    tree = ast.parse(source)
    docstrings = {id(node) for node in _docstrings(tree)}
    for node in ast.walk(tree):
        match node:
            case ast.Name(id=name) | ast.Attribute(attr=name) | ast.keyword(arg=str(name)):
                yield from _stems(name)
            case ast.alias(name=name) | ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                yield from _stems(name)
            case ast.Constant(value=bool() | None):
                pass
            case ast.Constant(value=int() | float() as number):
                yield f"{number:g}"
            case ast.Constant(value=str(text)) if id(node) not in docstrings:
                yield from _words(text)


def _words(text: str) -> set[str]:
    numbers = {f"{float(found):g}" for found in _NUMBER.findall(text)}
    return numbers | {stem for word in _WORD.findall(text) for stem in _stems(word)}


def _stems(name: str) -> Iterator[str]:
    for part in _PART.findall(name):
        if len(part) >= _SHORTEST:
            yield _stem(part.lower())


def _stem(word: str) -> str:
    """Train, trains, training and trainer are one; so are step and stepping."""
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= _SHORTEST:
            bare = word[: -len(ending)]
            return bare[:-1] if bare[-1:] == bare[-2:-1] and len(bare) > _SHORTEST else bare
    return word.removesuffix("e") if len(word) > _SHORTEST else word


def _docstrings(tree: ast.AST) -> Iterator[ast.Constant]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            match node.body:
                case [ast.Expr(value=ast.Constant(value=str()) as text), *_]:
                    yield text


def _without_docstrings(source: str, gone: frozenset[str]) -> str:
    """Those that are no longer true; a shrunk script has no comments that could be."""
    tree = ast.parse(source)
    untrue = {id(one) for one in _docstrings(tree) if _words(str(one.value)) & gone}
    if not untrue:
        return source
    for node in ast.walk(tree):
        body = getattr(node, "body", None)
        if isinstance(body, list) and body and id(getattr(body[0], "value", None)) in untrue:
            body[:] = body[1:] or ([] if isinstance(node, ast.Module) else [ast.Pass()])
    return ast.unparse(ast.fix_missing_locations(tree)) + "\n"


def _calls(tree: ast.Module, project: ProjectView) -> str:
    """What the script calls of the project."""
    imported = imports_of_project(tree, project)
    called = dict.fromkeys(
        ast.unparse(node.func)
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and root_name(node.func) in imported
    )
    names = [f"{name}()" for name in called][:MOST_CALLS]
    return f"Calls {', '.join(names)}." if names else "Runs the project's code."
