"""A node of a graph that has no neighbours, where the report speaks of one."""

from __future__ import annotations

import ast
import re

from seismograd.reproduce.case import Case
from seismograd.reproduce.generate.offline.inputs.making import Maker

ISOLATED = re.compile(
    r"\b(?:isolated|unconnected|disconnected|lone(?:ly)?|orphan\w*|degree (?:of )?(?:0|zero))\b|"
    r"\b(?:no|without(?: any)?|zero) (?:neighbou?rs?|edges|links|connections)\b|\bzero[- ]degree\b",
    re.I,
)
_SELF_LOOPS = re.compile(r"self[-_ ]?loops?", re.I)


def may_be_isolated(case: Case) -> bool:
    """Not where every node is its own neighbour, by the words of the project."""
    if not ISOLATED.search(f"{case.report.title}\n{case.report.text}"):
        return False
    trees = Maker(case).trees
    parsed = [trees.tree(file) for file in trees.files()]
    return not any(_SELF_LOOPS.search(ast.unparse(tree)) for tree in parsed if tree is not None)


def cut_off(links: tuple[str, ...]) -> list[str]:
    """Lines that take the first node's neighbours away, and it from theirs."""
    return [line for one in links for line in (f"{one}[..., 0, :] = 0", f"{one}[..., 0] = 0")]
