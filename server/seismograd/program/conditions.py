"""Which calls of one round of a loop run together, as far as the code shows."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from functools import lru_cache

from seismograd.source.chunks import Chunk
from seismograd.source.evaluate.calls import Call, Loop

Condition = tuple[ast.AST, int | None]
"""A branching statement and the arm of it; None where the arm is not known."""


class Conditions:
    """The conditions of calls, seen from inside the loop (or function) that they share."""

    def __init__(self, loop: Loop | None, calls: Iterable[Call]) -> None:
        self._loop = loop
        shared: set[ast.AST] | None = None
        for call in calls:
            own = set(call.branches)
            shared = own if shared is None else shared & own
        self._shared = shared or set()

    def of(self, call: Call) -> frozenset[Condition]:
        return frozenset(
            found for node in call.branches if (found := self._condition(node, call)) is not None
        )

    def _condition(self, node: ast.AST, call: Call) -> Condition | None:
        chunk = call.place.chunk
        if node not in branching_nodes(chunk) or not _holds(node, call.place.node):
            return None if node in self._shared else (node, None)
        loop = self._loop
        around = loop is not None and loop.place.chunk is chunk and _holds(node, loop.node)
        return None if around else (node, _arm(node, call.place.node))

    def always(self, call: Call) -> bool:
        """Whether a call runs in every round."""
        return not self.of(call)

    def implies(self, condition: Call, call: Call) -> bool:
        """Whether `call` runs whenever `condition` runs."""
        own = self.of(call)
        return own <= self.of(condition) and all(arm is not None for _, arm in own)

    def alike(self, first: Call, second: Call) -> bool:
        """Whether two calls run in exactly the same rounds."""
        return self.implies(first, second) and self.implies(second, first)

    def may_exclude(self, first: Call, second: Call) -> bool:
        """Whether two calls may stand in different arms of one branch."""
        arms = dict(self.of(first))
        return any(
            node in arms and (arm is None or arms[node] is None or arms[node] != arm)
            for node, arm in self.of(second)
        )


@lru_cache(maxsize=512)
def branching_nodes(chunk: Chunk) -> frozenset[ast.AST]:
    kinds = ast.If | ast.IfExp | ast.Match | ast.ExceptHandler
    return frozenset(
        node
        for statement in chunk.statements
        for node in ast.walk(statement)
        if isinstance(node, kinds)
    )


def _holds(outer: ast.AST, inner: ast.AST) -> bool:
    return _start(outer) <= _start(inner) and _end(inner) <= _end(outer)


def _start(node: ast.AST) -> tuple[int, int]:
    return node.lineno, node.col_offset  # type: ignore[attr-defined]


def _end(node: ast.AST) -> tuple[int, int]:
    return node.end_lineno, node.end_col_offset  # type: ignore[attr-defined]


def _arm(node: ast.AST, inner: ast.AST) -> int:
    """Which arm of a branching statement a node stands in."""
    if isinstance(node, ast.Match):
        arms = [index for index, case in enumerate(node.cases) if _among(case.body, inner)]
        return arms[0] if arms else -1
    if isinstance(node, ast.IfExp):
        return int(_holds(node.orelse, inner))
    return int(isinstance(node, ast.If) and _among(node.orelse, inner))


def _among(block: list[ast.stmt], inner: ast.AST) -> bool:
    return any(_holds(statement, inner) for statement in block)
