"""What a script takes the output of its network for, against what the loss trains it to be."""

from __future__ import annotations

from collections.abc import Iterator

from seismograd.traces.events import LossFunction, Reading
from seismograd.traces.history import RunHistory
from seismograd.traces.symptom import Symptom, SymptomDetector

HALF = 0.5
MUCH = 0.2
"""Of the right answers, among those at the other end of a ranking."""
TIMES_CHANCE = 5.0
OF_CLASSES = frozenset({"cross_entropy", "nll_loss"})


class MisreadOutput(SymptomDetector):
    """A metric takes the output of the network for something else than the loss does.

    ## When it is reported
    Scores are rounded or compared with {HALF:g} as if they were probabilities, the largest
    score is looked for along another axis than that of the classes, the smallest one is taken for
    the answer, real numbers are compared for equality, or cut off to the numbers of classes. Or
    the wrong end of a ranking is looked at: less of the right answers are there than by chance,
    and {MUCH:.0%} or more, and {TIMES_CHANCE:g} times as many as by chance, at the other end.

    ## Why is this bad?
    The metric says something else than what the network has learned.

    ## How to fix
    Read the output as the loss does: scores against 0, or `sigmoid` first; `argmax` over the
    axis of the classes; leave the question out of the gallery, by filling the diagonal.
    """

    name = "misread-output"

    def find(self, history: RunHistory) -> Iterator[Symptom]:
        for reading in history.readings:
            message = _misread(reading, history.loss_functions)
            if message:
                yield self.symptom(message, place=reading.place, share=reading.share or 0.0)


def _misread(reading: Reading, losses: list[LossFunction]) -> str:
    match reading.function:
        case "round" | "threshold":
            return _threshold(reading, {_meaning(loss) for loss in losses})
        case "argmax":
            return _axis(reading, losses)
        case "argmin":
            return _smallest(reading, losses)
        case "equal" if reading.share == 0:
            return "The output of the network, real numbers, is compared for equality: none is."
        case "class-number":
            return _cut_off(reading, losses)
        case "largest-score":
            return _value_for_place(reading)
        case "own-nearest":
            return (
                f"Each of {(reading.shape[:1] or (None,))[0]} examples is looked for among all of "
                "them, and finds itself: the answers are right whatever the network gives."
            )
        case "ranked":
            return _wrong_end(reading)
        case _:
            return ""


def _value_for_place(reading: Reading) -> str:
    return (
        "The largest score itself is compared with the labels, not the class it stands for: "
        f"{reading.share or 0.0:.1%} are equal."
    )


def _cut_off(reading: Reading, losses: list[LossFunction]) -> str:
    kinds = {(loss.type or "").lower().replace("_", "") for loss in losses}
    if not kinds or not all("crossentropy" in kind for kind in kinds):
        return ""
    return (
        f"{reading.metric} takes the output for the numbers of classes: what comes after the "
        "point is cut off, and a probability below 1 becomes class 0."
    )


def _wrong_end(reading: Reading) -> str:
    """Of a ranking, by where the right answers are."""
    rows = [[one for one in row if one is not None] for row in reading.passes]
    candidates = (reading.shape[-1:] or (None,))[0]
    if not rows or not candidates or any(len(row) != 4 or not row[1] for row in rows):
        return ""
    chance = (reading.threshold or 1.0) / candidates
    whole = rows[-1][1]
    for name, here, there in (("largest", 2, 3), ("smallest", 3, 2)):
        looked_at = all(row[0] == row[here] for row in rows)
        few, many = rows[-1][here] / whole, rows[-1][there] / whole
        if looked_at and few <= chance and many >= max(MUCH, TIMES_CHANCE * chance):
            return (
                f"The {name} of {candidates} scores are looked for, and {few:.1%} of the right "
                f"answers are among them; among as many at the other end are {many:.1%}."
            )
    return ""


def _meaning(loss: LossFunction) -> str | None:
    """What a loss takes the output of the network for."""
    kind = (loss.type or "").lower().replace("_", "")
    low, high = (*loss.input_range, None, None)[:2]
    if loss.function == "binary_cross_entropy_with_logits":
        return "scores"
    if loss.function == "binary_cross_entropy":
        return "probabilities"
    if loss.from_logits is None:
        return None
    if kind == "binarycrossentropy" and loss.from_logits:
        leaves = low is not None and high is not None and (low < 0 or high > 1)
        return "scores" if leaves else None
    return "classes" if "categoricalcrossentropy" in kind else None


def _threshold(reading: Reading, meanings: set[str | None]) -> str:
    if meanings == {"scores"} and reading.threshold == HALF and reading.share != 0:
        done = "rounded" if reading.function == "round" else "compared with 0.5"
        share = "answers" if reading.share is None else f"{reading.share:.1%} of the answers"
        what = f"{reading.metric}: scores" if reading.metric else "Scores"
        return (
            f"{what} are {done} as if they were probabilities: {share} are read otherwise than "
            "the loss means them (0 stands for one half)."
        )
    if meanings == {"probabilities"} and reading.threshold == 0 and not reading.metric:
        return "Probabilities are compared with 0: every answer is a yes."
    if meanings == {"classes"} and reading.metric and (reading.output_shape[-1:] or (1,))[0] != 1:
        return (
            f"{reading.metric} compares each score with {reading.threshold:g}; the loss looks "
            "for one class of several."
        )
    return ""


def _axis(reading: Reading, losses: list[LossFunction]) -> str:
    shape = reading.shape
    if reading.metric and reading.output_shape[-1:] == (1,):
        return f"{reading.metric} looks for the largest of one score: it is always class 0."
    if len(shape) < 2 or shape != reading.output_shape or shape[0] == 1:
        return ""
    if reading.axis is not None and shape[reading.axis] == 1:
        return "The largest of one score is looked for: the answer is always class 0."
    axes = {_class_axis(loss, shape) for loss in losses}
    wanted = axes.pop() if len(axes) == 1 else None
    if wanted is None or wanted == reading.axis:
        return ""
    where = "over all values" if reading.axis is None else f"along axis {reading.axis}"
    return f"The largest score is looked for {where}; the classes are along axis {wanted}."


def _smallest(reading: Reading, losses: list[LossFunction]) -> str:
    axes = {_class_axis(loss, reading.shape) for loss in losses}
    is_choice = reading.shape == reading.output_shape and axes == {reading.axis}
    if not is_choice or reading.axis is None:
        return ""
    return "The class with the smallest score is taken; the loss makes the right one the largest."


def _class_axis(loss: LossFunction, shape: tuple[int | None, ...]) -> int | None:
    """Of an output, as the loss has it; none where it cannot be told."""
    given = loss.input_shape
    is_index = len(loss.target_shape) == len(given) - 1
    if loss.function not in OF_CLASSES or len(given) < 2 or not is_index:
        return None
    if given[1:] == shape[1:]:
        return 1
    last = len(shape) - 1
    return last if given[1] == shape[last] and given[1] not in shape[1:last] else None
