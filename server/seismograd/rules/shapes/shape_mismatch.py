from __future__ import annotations

from collections.abc import Iterator

from seismograd.faults import FaultType, Finding, Related, Severity
from seismograd.program.model import Program
from seismograd.program.shapes import ShapeMismatch
from seismograd.program.shapes.mismatch import BROADCAST, JOIN, LOSS_BROADCAST
from seismograd.rules.rule import Rule
from seismograd.rules.shapes._images import swapped_image
from seismograd.rules.shapes._surroundings import is_expected_to_fail, is_guarded
from seismograd.source.evaluate.values import Place


class ShapeMismatchFound(Rule):
    """
    ## What it does
    Follows the sizes of tensors through a network and finds places where two of them cannot meet:
    a layer that expects another width or number of channels, tensors that cannot be joined or
    added, a reshape that does not keep the number of elements, a prediction and a target of
    different sizes.

    ## Why is this bad?
    The program stops with an error when it gets there, often only after the data was loaded.

    ## Example
    ```python
    nn.Sequential(nn.Linear(784, 128), nn.ReLU(), nn.Linear(64, 10))
    ```

    ## How to fix
    Make both sizes the same:
    ```python
    nn.Sequential(nn.Linear(784, 128), nn.ReLU(), nn.Linear(128, 10))
    ```

    ## When to ignore
    Where a size is another one at run time than the source says.

    ## References
    - PyTorch documentation of `torch.nn.Linear`: the last axis of the input has the size
      `in_features`.
    """

    code = "SG901"
    name = "shape-mismatch"
    fault_type = FaultType.SHAPE
    severity = Severity.ERROR
    confidence = 0.9

    def check(self, program: Program) -> Iterator[Finding]:
        for mismatch in program.mismatches:
            told_elsewhere = mismatch.what == LOSS_BROADCAST or swapped_image(program, mismatch)
            if not told_elsewhere and _is_certain(mismatch):
                yield self._finding(mismatch)

    def _finding(self, mismatch: ShapeMismatch) -> Finding:
        return self.finding(
            mismatch.place.span,
            f"{mismatch.what.capitalize()}: {mismatch.expected} is expected here, but "
            f"{mismatch.got} comes.",
            because="The sizes follow from the layers and reshapes before this place.",
            related=list(_related(mismatch)),
        )


def _is_certain(mismatch: ShapeMismatch) -> bool:
    """Whether nothing around the place keeps these two shapes from meeting there."""
    if is_expected_to_fail(mismatch.place):
        return False
    return mismatch.what not in (BROADCAST, JOIN) or not is_guarded(mismatch.place)


def _related(mismatch: ShapeMismatch) -> Iterator[Related]:
    places: list[tuple[Place | None, str]] = [
        (mismatch.declared_at, f"expects {mismatch.expected}"),
        (mismatch.made_at, f"gives {mismatch.got}"),
    ]
    for place, text in places:
        if place is not None and place != mismatch.place:
            yield Related(place.span, text)
