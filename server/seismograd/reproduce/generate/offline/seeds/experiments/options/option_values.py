"""Two values of an option: its own, and another that it takes."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from seismograd.reproduce.case import Case
from seismograd.reproduce.context.project_view import Parameter
from seismograd.reproduce.generate.offline.inputs.literals import is_literal, literal_value
from seismograd.reproduce.generate.offline.inputs.ordinary import ordinary_value
from seismograd.reproduce.generate.offline.inputs.reported import Reported
from seismograd.reproduce.generate.offline.inputs.source_trees import SourceTrees
from seismograd.reproduce.generate.offline.seeds.experiments.options.told_arguments import (
    told_arguments,
)

MOST_TEXT = 20_000
_QUOTED = re.compile(r"[\"'`]([A-Za-z][\w-]{0,30})[\"'`]")


def two_values(case: Case, option: Parameter) -> Iterator[tuple[str, str]]:
    """The default and another; what the report gives goes first."""
    written = told_arguments(case, option.name)
    if len(written) > 1:
        yield written[0], written[1]
        return
    told = Reported(case.report).value(option.name) or next(iter(written), None)
    default = option.default if is_literal(option.default) else None
    default = None if default == "None" else default
    given = told if told is not None and told != default else None
    first = default or (given if given and _is_text(given) else None) or _ordinary(option)
    if first is None:
        return
    others = (given, *_others(first), *_words(case, option.name, first))
    for second in dict.fromkeys(one for one in others if one is not None):
        if _differ(first, second) and _kind(second) == _kind(first):
            yield first, second
            return


def _differ(first: str, second: str) -> bool:
    if is_literal(first) and is_literal(second):
        return literal_value(first) != literal_value(second)
    return first != second


def _kind(literal: str) -> str:
    if literal in ("True", "False"):
        return "truth"
    if literal[:1] in "[({":
        return "several"
    return "text" if _is_text(literal) else "number"


def _is_text(literal: str) -> bool:
    return literal[:1] in "'\""


def _ordinary(option: Parameter) -> str | None:
    """None where nothing tells what kind of thing it takes."""
    if re.search(r"drop|prob|ratio|rate|smooth|alpha|beta|momentum|decay|temp|clip", option.name):
        return "0.1"
    if re.search(r"\blr\b|learning", option.name):
        return "0.01"
    if re.match(r"use|is|with|no|do|norm|causal|bidir", option.name):
        return "False"
    of_numbers = re.search(r"\b(?:int|float)\b", option.annotation or "")
    return "2" if of_numbers or ordinary_value(option.name) is not None else None


def _others(text: str) -> Iterator[str]:
    try:
        value = literal_value(text)
    except ValueError:
        return
    if isinstance(value, bool):
        yield repr(not value)
    elif isinstance(value, int):
        yield from (repr(value + 2), repr(value * 2))
    elif isinstance(value, float):
        yield repr(round(value + 0.4, 6) if value < 0.55 else round(value / 2, 6))


def _words(case: Case, name: str, first: str) -> Iterator[str]:
    """Other texts that the project knows beside the first one; those of the report first."""
    if not _is_text(first):
        return
    known = dict.fromkeys(words_beside(case, name, str(literal_value(first))))
    spoken = _QUOTED.findall(case.report.text[:MOST_TEXT])
    told = [word for word in spoken if word in known]
    for word in dict.fromkeys((*told, *known)):
        yield repr(word)


def words_beside(case: Case, name: str, word: str) -> Iterator[str]:
    """Keys of a table that has the word, and what the option is compared with."""
    trees = SourceTrees(case.project)
    for file in trees.files():
        tree = trees.tree(file)
        for node in ast.walk(tree) if tree else ():
            if isinstance(node, ast.Dict):
                keys = [k.value for k in node.keys if isinstance(k, ast.Constant)]
                yield from (str(key) for key in keys if word in keys)
            elif isinstance(node, ast.Compare) and name in ast.unparse(node.left):
                inner = [n for one in node.comparators for n in ast.walk(one)]
                found = [n.value for n in inner if isinstance(n, ast.Constant)]
                yield from (one for one in found if isinstance(one, str))
