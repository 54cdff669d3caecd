from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from seismograd.faults import FaultType, Finding, Related, Severity
from seismograd.program.model import Fit, Program
from seismograd.rules.rule import Rule
from seismograd.source.evaluate.values import Const, Sequence, Tensor, Value

_CLASS_LOSSES = frozenset({"bce", "cross_entropy", "hinge", "sparse_cross_entropy"})
_WRITTEN_OTHERWISE = frozenset(
    {"cast", "clone", "flatten", "label_encode", "one_hot", "reshape", "squeeze", "unsqueeze"}
)
"""What keeps the order of labels."""
_ALIKE = {"zeros": 0, "ones": 1}


class ValidationSplitOfSortedLabels(Rule):
    """
    ## What it does
    Finds Keras' `validation_split` on labels that are sorted by class because of how they are
    made: first all of one class, then all of the next.

    ## Why is this bad?
    The share that is held out is the end of the data, taken before anything is shuffled: it holds
    the last classes only, and these are missing from the training. The validation says nothing,
    and the network learns little or nothing of those classes.

    ## Example
    ```python
    x = np.concatenate([cats, dogs])
    y = np.concatenate([np.zeros(len(cats)), np.ones(len(dogs))])
    model.fit(x, y, epochs=20, validation_split=0.2)
    ```

    ## How to fix
    Split at random, and keep the share of each class:
    ```python
    x_train, x_valid, y_train, y_valid = train_test_split(x, y, test_size=0.2, stratify=y)
    model.fit(x_train, y_train, epochs=20, validation_data=(x_valid, y_valid))
    ```

    ## When to ignore
    Where the arrays are shuffled in place in a way that cannot be seen here.

    ## References
    - Keras documentation of `Model.fit`, argument `validation_split`: the validation data is
      selected from the last samples, before shuffling.
    """

    code = "SG620"
    name = "validation-split-of-sorted-labels"
    fault_type = FaultType.CPP
    alternatives = (FaultType.MET,)
    severity = Severity.ERROR
    confidence = 0.9
    needs_whole_file = True

    def check(self, program: Program) -> Iterator[Finding]:
        in_place = any(program.index.named("shuffle"))
        for fit in program.fits if not in_place else ():
            share = fit.settings.get("validation_split")
            held_out = None if share is None else share.number
            made = _first_written(fit.targets)
            if held_out and _is_classification(fit) and _is_sorted(made):
                yield self._finding(fit, made)

    def _finding(self, fit: Fit, labels: Value | None) -> Finding:
        share = fit.settings["validation_split"]
        made = None if labels is None else labels.place
        return self.finding(
            share.place.span,
            "The end of the data is held out, but the labels are sorted by class: the validation "
            "sees the last classes only, and the training lacks them.",
            because="The labels are put together class by class, and nothing shuffles them.",
            related=[] if made is None else [Related(made.span, "the labels, class by class")],
        )


def _first_written(labels: Value | None) -> Value | None:
    """The labels as they were put together."""
    while isinstance(labels, Tensor) and labels.op in _WRITTEN_OTHERWISE and labels.inputs:
        labels = labels.inputs[0]
    return labels


def _is_classification(fit: Fit) -> bool:
    loss = None if fit.compile is None else fit.compile.loss
    return loss is not None and loss.kind in _CLASS_LOSSES


def _is_sorted(labels: Value | None) -> bool:
    """Whether labels certainly come class by class."""
    if not isinstance(labels, Tensor) or not labels.inputs:
        return False
    if labels.op == "cat":
        return _are_classes([_constant(part) for part in labels.inputs])
    listed = labels.inputs[0] if labels.op == "tensor" else None
    if not isinstance(listed, Sequence) or listed.open:
        return False
    return _are_classes([_constant(item) for item in listed.items])


def _are_classes(values: list[int | None]) -> bool:
    """Whether classes follow one another, each in one piece."""
    runs = [right for left, right in pairwise([None, *values]) if right != left]
    return None not in values and len(set(runs)) == len(runs) > 1 and len(values) > 1


def _constant(value: Value) -> int | None:
    """The class that a label, or every label of an array, stands for."""
    if isinstance(value, Tensor):
        filled = value.call.integer(1, "fill_value") if value.op == "full" and value.call else None
        return _ALIKE.get(value.op, filled)
    known = value.value if isinstance(value, Const) else None
    return known if isinstance(known, int) else None
