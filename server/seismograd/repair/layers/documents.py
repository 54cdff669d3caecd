"""Files of the project that a training goes through, as they are parsed."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from seismograd.program.model import Program
from seismograd.source.evaluate.values import Place


def nodes_of(program: Program) -> Iterator[Place]:
    """All of them, also those of functions that nobody was seen to call: data sets are asked for
    their items by loaders."""
    calls = (*program.calls, *program.trial_calls)
    documents = {one.place.chunk.document.path: one.place.chunk.document for one in calls}
    documents.setdefault(program.document.path, program.document)
    for document in documents.values():
        for chunk in document.chunks:
            for statement in chunk.statements:
                yield from (Place(chunk, node) for node in ast.walk(statement))
