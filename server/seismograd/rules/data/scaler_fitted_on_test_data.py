from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping

from seismograd.faults import FaultType, Finding, Related, Severity, Span
from seismograd.program.model import Program
from seismograd.program.numpy.sources import part_of
from seismograd.program.operations import chain
from seismograd.rules.data._refits import WORDS, refits
from seismograd.rules.rule import Rule
from seismograd.source.chunks import Chunk
from seismograd.source.evaluate.calls import Call
from seismograd.source.evaluate.values import Value

_FITTING = ("*.fit_transform", "*.fit")
_SPLITTERS = "sklearn.model_selection."
_SPLIT = _SPLITTERS + "train_test_split"
_SCALERS = "sklearn.preprocessing."
_WORDS = frozenset(word.encode() for word in WORDS)


class ScalerFittedOnTestData(Rule):
    """
    ## What it does
    Finds a scaler that is fitted on the test part of a split, or (as a remark) on all data before
    the split. Also what the script itself derives from the training data and again from other
    data, and prepares each with its own: means and spreads over examples, or a vocabulary.

    ## Why is this bad?
    Fitted again on test data, the scaler maps the same raw value to another number than in
    training, so the network sees a shifted world. Fitted on everything, it lets knowledge of the
    test data into training, and the score is too good to be true. With two vocabularies, the same
    word has two numbers.

    ## Example
    ```python
    x_train = scaler.fit_transform(x_train)
    x_test = scaler.fit_transform(x_test)
    ```

    ## How to fix
    ```python
    x_train = scaler.fit_transform(x_train)
    x_test = scaler.transform(x_test)
    ```

    ## When to ignore
    The remark on fitting before the split matters little with much data and simple scaling.

    ## References
    - scikit-learn user guide: common pitfalls, data leakage during pre-processing
    """

    code = "SG604"
    name = "scaler-fitted-on-test-data"
    fault_type = FaultType.CPP
    severity = Severity.WARNING
    confidence = 0.9
    needs_whole_file = True

    def check(self, program: Program) -> Iterator[Finding]:
        known = list(self._of_scalers(program))
        yield from known
        lines = {one.span.start.line for one in known}
        for one in self._of_script(program):
            if one.span.start.line not in lines:
                yield one

    def _of_scalers(self, program: Program) -> Iterator[Finding]:
        for call in program.calls_to(*_FITTING):
            given = call.positional[0].value if call.positional else None
            if call.path.startswith(_SCALERS) and _is_test_part(given):
                yield self.finding(
                    call.place.span,
                    "The scaler is fitted on test data: equal raw values become different numbers "
                    "than in training. Use transform.",
                    because="The argument is the test part of a split.",
                )
        for call in program.index.matching(_splits):
            yield from self._before_split(call)

    def _of_script(self, program: Program) -> Iterator[Finding]:
        """By the names of the parts, since only well-known splits are followed."""
        words = {word for chunk in program.document.chunks for word in chunk.identifiers}
        if words.isdisjoint(_WORDS):
            return
        chunks = {id(one): chunk for chunk in program.document.chunks for one in chunk.statements}
        statements = [one for chunk in program.document.chunks for one in chunk.statements]
        for found in refits(statements):
            yield self.finding(
                _span(chunks, statements, found.test),
                f"{found.what or 'This formula'} is fitted anew to data that is not trained on: "
                "equal raw values become different numbers than in training.",
                because="The same is fitted to the training data, and each prepares its own part.",
                related=[
                    Related(_span(chunks, statements, found.train), "fitted to training data")
                ],
            )

    def _before_split(self, call: Call) -> Iterator[Finding]:
        for argument in call.positional[:1]:
            if any(step.op == "scaled" for step in chain(argument.value)):
                yield self.finding(
                    argument.place.span,
                    "The scaler was fitted on all data before this split: test data takes part in "
                    "the preparation of training data.",
                    because="What is split was already scaled.",
                    severity=Severity.INFO,
                )


def _span(chunks: Mapping[int, Chunk], statements: Iterable[ast.stmt], node: ast.expr) -> Span:
    within = (one for one in statements if any(each is node for each in ast.walk(one)))
    return chunks[id(next(within))].span(node)


def _splits(path: str) -> bool:
    """Whether a call splits data: once, or into the folds of a cross-validation."""
    return path == _SPLIT or (path.startswith(_SPLITTERS) and path.endswith(".split"))


def _is_test_part(value: Value | None) -> bool:
    return any(part_of(step) == "test" for step in chain(value))
