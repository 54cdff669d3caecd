"""Two results, each in the place of the other."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from seismograd.reproduce.suspicion.rewriting import by_expression
from seismograd.reproduce.suspicion.suspect_statements import SuspectStatement


@by_expression
def exchanged(node: ast.expr, suspect: SuspectStatement) -> Iterator[tuple[ast.expr, str]]:
    """`return recall, precision` as `return precision, recall`; of a table, two values."""
    if not isinstance(suspect.statement, ast.Return) or node is not suspect.statement.value:
        return
    what = "with the first two the other way round"
    if isinstance(node, ast.Tuple) and len(node.elts) > 1:
        first, second, *rest = node.elts
        yield ast.Tuple([second, first, *rest], ast.Load()), what
    elif isinstance(node, ast.Dict) and len(node.values) > 1:
        first, second, *rest = node.values
        yield ast.Dict(node.keys, [second, first, *rest]), what
