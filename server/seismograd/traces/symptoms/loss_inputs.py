"""What loss functions are given, against what they are made for."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator

from seismograd.faults import Severity
from seismograd.traces.data_facts import training_data
from seismograd.traces.events import LossFunction, Place
from seismograd.traces.history import RunHistory
from seismograd.traces.symptom import Symptom, SymptomDetector

OF_SCORES = {
    "cross_entropy": ("softmax", "sigmoid"),
    "binary_cross_entropy_with_logits": ("softmax", "sigmoid"),
    "multilabel_soft_margin_loss": ("sigmoid",),
}
"""Losses of PyTorch that apply a function themselves, and what must not come before them."""
OF_LOG_SHARES = frozenset({"nll_loss", "kl_div"})
WITH_DIRECTION = frozenset(
    {"cross_entropy", "nll_loss", "binary_cross_entropy", "binary_cross_entropy_with_logits"}
)
"""Losses that no one gives their arguments in the other order on purpose, as for `kl_div`."""
WRITTEN = "written_cross_entropy"
"""The function of a formula of the script's that is one: targets times logarithms."""
SHARES = ("softmax", "log_softmax")
"""Functions after which classes compete."""
ROUNDING = 1e-3
"""By which shares may be negative or above 1."""
SEVERAL = 1.1
"""Labels an example in the mean: some examples without any, and some with two, do not make it."""


class _OfLosses(SymptomDetector):
    """Looks at one loss function after the other."""

    def find(self, history: RunHistory) -> Iterator[Symptom]:
        for loss in history.loss_functions:
            message = self.message(loss, history)
            if message:
                yield self.symptom(message, step=0, place=self.place(loss))
                return

    @abstractmethod
    def message(self, loss: LossFunction, history: RunHistory) -> str:
        """Empty where nothing is wrong."""

    def place(self, loss: LossFunction) -> Place | None:
        return loss.built or loss.called


class SeveralLabels(_OfLosses):
    """Examples have several labels, and the loss is for examples with one.

    ## When it is reported
    Targets of a cross-entropy over classes are rows of zeros and ones, and some have more than
    one. In Keras: multi-hot labels with more than {SEVERAL:g} in the mean. Such a loss may be one
    of PyTorch, or a formula of the script: targets times the logarithms of what a softmax makes of
    a layer's output. A formula is left out where the targets are what the network was given, a part
    of it, or the rest of it: parts of a set may compete.

    ## Why is this bad?
    A softmax lets the classes compete: two labels that belong to an example can never both be
    near 1.

    ## How to fix
    Use `BCEWithLogitsLoss`, in Keras `binary_crossentropy` with sigmoid outputs, and read each
    output by itself.
    """

    name = "several-labels"

    def message(self, loss: LossFunction, history: RunHistory) -> str:
        most = _most_labels(loss) or _mean_labels(loss, history)
        name = _name(loss)
        return f"{name} is for one label, and examples have up to {most:g}." if most else ""


class IgnoredClass(_OfLosses):
    """The loss leaves out examples of a class that the network can answer.

    ## When it is reported
    Every example has one label, `ignore_index` is a class that the network can answer, and some
    examples have it.

    ## Why is this bad?
    Those examples are not trained on: the network never learns the class. `ignore_index` is for
    padding in sequences.

    ## How to fix
    Leave `ignore_index` out, or give padding an index of its own, such as -100.
    """

    name = "ignored-class"

    def message(self, loss: LossFunction, history: RunHistory) -> str:
        classes = (loss.input_shape[1] if len(loss.input_shape) == 2 else 0) or 0
        index, share = loss.ignore_index, next(iter(loss.ignored), None)
        if not loss.label_each or index is None or not share or not 0 <= index < classes:
            return ""
        return f"ignore_index={index} leaves out {share:.0%} of the examples: all of class {index}."


class LabelsOutsideLoss(_OfLosses):
    """Labels of a binary loss are not between 0 and 1.

    ## When it is reported
    Labels of a binary cross-entropy are below 0 or above 1, by more than {ROUNDING:g}.

    ## Why is this bad?
    The loss has no lower bound then: it falls as long as the scores grow.

    ## How to fix
    Make the labels 0 and 1, for example `(labels + 1) / 2` for -1 and 1; for real numbers use
    `MSELoss`.
    """

    name = "labels-outside-loss"
    severity = Severity.ERROR

    def message(self, loss: LossFunction, history: RunHistory) -> str:
        is_binary = loss.function == "binary_cross_entropy_with_logits" or (
            loss.from_logits is True and "binary" in _kind(loss)
        )
        low, high = _ends(loss.target_range)
        if not is_binary or (low >= -ROUNDING and high <= 1 + ROUNDING):
            return ""
        return f"The loss needs labels between 0 and 1; they go from {low:.3g} to {high:.3g}."

    def place(self, loss: LossFunction) -> Place | None:
        return loss.called or loss.built


class ProbabilitiesAsScores(_OfLosses):
    """Probabilities are given to a loss that makes them itself.

    ## When it is reported
    The input of a loss that applies a softmax or sigmoid itself was made by one.

    ## Why is this bad?
    The function is applied twice: the loss cannot come near zero, and gradients are small.

    ## How to fix
    Give the loss the scores, and apply the function only where probabilities are read.
    """

    name = "probabilities-as-scores"

    def message(self, loss: LossFunction, history: RunHistory) -> str:
        if loss.made_by not in OF_SCORES.get(loss.function or "", ()):
            return ""
        return f"{loss.type} is given what a {loss.made_by} made, and applies one itself."


class ScoresAsProbabilities(_OfLosses):
    """Scores are given to a loss that needs probabilities, or their logarithms.

    ## When it is reported
    A loss that needs probabilities is given values below 0 or above 1, or one that needs their
    logarithms is given values above 0, by more than {ROUNDING:g}. So it is for a formula of the
    script: targets of which each row adds up to 1, times the logarithms of what a layer gave, also
    where its output is cut off before, so that it lies between 0 and 1; or the logarithm of what is
    picked by the class of an example, where it is cut off so.

    ## Why is this bad?
    The loss computes something else than it should, and may be negative or NaN.

    ## How to fix
    Use the loss that takes scores (`CrossEntropyLoss`, `from_logits=True`), or apply
    `log_softmax` before `NLLLoss`.
    """

    name = "scores-as-probabilities"

    def message(self, loss: LossFunction, history: RunHistory) -> str:
        low, high = _ends(loss.input_range)
        if loss.function in OF_LOG_SHARES and high > ROUNDING:
            return f"{loss.type} needs logarithms of probabilities, and is given up to {high:.3g}."
        needs_shares = loss.from_logits is False and "crossentropy" in _kind(loss)
        if not needs_shares and not _is_written_for_shares(loss):
            return ""
        if low < -ROUNDING or high > 1 + ROUNDING:
            return f"{_name(loss)} needs probabilities, and is given {low:.3g} to {high:.3g}."
        return ""


class SwappedArguments(_OfLosses):
    """Output and target of a loss have changed places.

    ## When it is reported
    What stands in the place of the target depends on the weights, and the other argument does
    not.

    ## Why is this bad?
    The loss is not symmetric: its gradient leads somewhere else.

    ## How to fix
    In PyTorch the output comes first, `loss(output, target)`; in Keras the target,
    `loss(y_true, y_pred)`.
    """

    name = "swapped-arguments"

    def message(self, loss: LossFunction, history: RunHistory) -> str:
        if not loss.swapped or loss.function not in WITH_DIRECTION:
            return ""
        return f"{loss.type} is given the targets first, and the output of the network second."

    def place(self, loss: LossFunction) -> Place | None:
        return loss.called or loss.built


def _name(loss: LossFunction) -> str:
    if loss.function == WRITTEN:
        return "The cross-entropy that the script writes itself"
    return loss.type or "The loss"


def _is_written_for_shares(loss: LossFunction) -> bool:
    """Whether a formula takes the logarithm of probabilities: of one class for each example."""
    if loss.function != WRITTEN or loss.made_by in SHARES:
        return False
    if not loss.target_shape:
        return True  # values are picked by their class
    sums = [one for one in loss.row_sums[:2] if one is not None]
    return len(sums) == 2 and all(abs(one - 1) <= ROUNDING for one in sums)


def _most_labels(loss: LossFunction) -> float:
    """Of an example, where all targets are zeros and ones; 0 where they are shares."""
    competes = loss.function != WRITTEN or loss.made_by in SHARES
    if len(loss.row_sums) != 3 or not competes:
        return 0.0
    _, most, softness = loss.row_sums
    return most if most is not None and most > 1.5 and softness == 0 else 0.0


def _mean_labels(loss: LossFunction, history: RunHistory) -> float:
    """For Keras, whose losses do not tell rows."""
    data = training_data(history)
    if data is None or data.encoding != "multi-hot" or not data.examples:
        return 0.0
    mean = sum((data.labels or {}).values()) / data.examples
    is_it = _kind(loss) in ("categoricalcrossentropy",) and mean > SEVERAL
    return round(mean, 1) if is_it else 0.0


def _kind(loss: LossFunction) -> str:
    return (loss.type or "").lower().replace("_", "")


def _ends(found: tuple[float | None, ...]) -> tuple[float, float]:
    """Of a range; 0 and 0 where it is not known."""
    if len(found) != 2 or found[0] is None or found[1] is None:
        return 0.0, 0.0
    return found[0], found[1]
