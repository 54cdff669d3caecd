"""Texts of the project's own that a parameter is given: lists at the top of its modules."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from seismograd.reproduce.context.project_view import Parameter, Symbol
from seismograd.reproduce.generate.offline.inputs.call_arguments import given_arguments
from seismograd.reproduce.generate.offline.inputs.making import Maker

LEAST_TEXTS = 2
_OF_TEXTS = re.compile(r"(?:typing\.)?(?:list|sequence|iterable|tuple)\[str(?:, \.\.\.)?\]", re.I)


def own_texts(maker: Maker, symbol: Symbol, parameter: Parameter) -> list[str]:
    """The first list of texts that a call gives, or that is called like the parameter."""
    lists = dict(_lists(maker))
    sites = maker.calls.sites(symbol)
    given = [given_arguments(site.text, symbol).get(parameter.name) for site in sites]
    names = [node.id for node in given if isinstance(node, ast.Name)]
    called = [name for name in lists if name.lower() == parameter.name.lower()]
    return next((lists[name] for name in (*names, *called) if name in lists), [])


def takes_texts(parameter: Parameter) -> bool:
    """Whether the annotation says so."""
    return _OF_TEXTS.fullmatch(parameter.annotation or "") is not None


def _lists(maker: Maker) -> Iterator[tuple[str, list[str]]]:
    for file in maker.trees.files():
        tree = maker.trees.tree(file)
        for node in tree.body if tree else ():
            if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
                texts = _texts(node.value)
                if len(texts) >= LEAST_TEXTS:
                    yield node.targets[0].id, texts


def _texts(node: ast.expr) -> list[str]:
    """Nothing where one of them is anything else."""
    if not isinstance(node, ast.List | ast.Tuple):
        return []
    values = [one.value if isinstance(one, ast.Constant) else None for one in node.elts]
    texts = [value for value in values if isinstance(value, str)]
    return texts if len(texts) == len(values) else []
