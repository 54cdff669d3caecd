from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from seismograd.faults import Edit, FaultType, Finding, Fix, Safety, Severity, Span
from seismograd.program.model import Program
from seismograd.rules.rule import FixAvailability, Rule
from seismograd.source.chunks import Chunk

_METHODS = {
    "backward": "no gradients are computed",
    "eval": "the mode stays as it was",
    "step": "nothing is updated",
    "train": "the mode stays as it was",
    "zero_grad": "gradients are not cleared",
}
_WORDS = frozenset(name.encode() for name in _METHODS)
_UNCALLED = re.compile(rb"\.[\s\\]*(?:%s)\b(?!\s*\()" % b"|".join(sorted(_WORDS)))
"""Tells most statements apart without walking over them."""


class MethodNotCalled(Rule):
    """
    ## What it does
    Finds a line that only names a method of training, such as `loss.backward`, without the
    brackets that would call it.

    ## Why is this bad?
    Python looks the method up and does nothing with it: no gradients, no update, no change of mode,
    and no error either.

    ## Example
    ```python
    loss.backward
    optimizer.step()
    ```

    ## How to fix
    ```python
    loss.backward()
    optimizer.step()
    ```

    ## When to ignore
    Never.

    ## References
    - Python language reference: expression statements
    """

    code = "SG229"
    name = "method-not-called"
    fault_type = FaultType.LOOP
    severity = Severity.ERROR
    confidence = 0.97
    fix_availability = FixAvailability.ALWAYS
    fix_safety = Safety.SAFE

    def check(self, program: Program) -> Iterator[Finding]:
        for chunk in program.document.chunks:
            if not _WORDS.isdisjoint(chunk.identifiers) and _UNCALLED.search(chunk.text):
                for named in _named_only(chunk):
                    yield self._finding(chunk, named)

    def _finding(self, chunk: Chunk, named: ast.Attribute) -> Finding:
        span = chunk.span(named)
        edit = Edit(Span(span.file, span.end, span.end), "()")
        return self.finding(
            span,
            f"{named.attr} is named but not called: {_METHODS[named.attr]}.",
            because="The line has no brackets, so the method is only looked up.",
            fixes=[Fix(f"Call {named.attr}()", Safety.SAFE, (edit,))],
        )


def _named_only(chunk: Chunk) -> Iterator[ast.Attribute]:
    for statement in chunk.statements:
        for node in ast.walk(statement):
            match node:
                case ast.Expr(value=ast.Attribute(attr=name) as named) if name in _METHODS:
                    yield named
