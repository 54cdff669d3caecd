"""Which losses take an output and targets as they are, the one that suits them best first."""

from __future__ import annotations

from collections.abc import Iterator

from seismograd.program.model import LossUse
from seismograd.repair.losses.loss_targets import TargetKind, Targets
from seismograd.repair.losses.trained_losses import output_width

DISTANCES = ("mse", "mae", "huber")
BINARY = frozenset({"bce", "bce_with_logits"})
OF_NUMBERS = BINARY | {*DISTANCES}
"""Losses that compare output and targets number by number, so that both have one shape."""
OF_CLASSES = frozenset({"cross_entropy", "nll", "sparse_cross_entropy"})
"""Losses with which classes compete."""
REPLACEABLE = OF_NUMBERS | OF_CLASSES | {"kl", "multi_label", "poisson", "soft_margin"}
"""Losses of PyTorch that take an output and targets, and nothing else."""
OF_SIGNS = {"torch": ("soft_margin",), "keras": ("hinge", "squared_hinge")}
PROBABILITIES = frozenset({"sigmoid", "softmax", "hard_sigmoid"})
POSITIVE = frozenset({"exponential", "softplus"})
"""Functions whose output may be a rate of counts."""
BINARY_TARGETS = frozenset({TargetKind.SEVERAL_LABELS, TargetKind.BITS})
ROWS = frozenset({TargetKind.ONE_HOT, TargetKind.SHARES})
REAL_TARGETS = frozenset({TargetKind.COUNTS, TargetKind.NUMBERS, TargetKind.UNIT_NUMBERS})

MISFITS: dict[TargetKind, frozenset[str]] = {
    TargetKind.CLASSES: OF_NUMBERS,
    TargetKind.ONE_HOT: frozenset({*DISTANCES, "poisson", "soft_margin"}),
    TargetKind.SHARES: frozenset({"poisson", "soft_margin", "nll"}),
    TargetKind.SEVERAL_LABELS: OF_CLASSES | {*DISTANCES, "kl", "poisson", "soft_margin"},
    TargetKind.BITS: OF_CLASSES | {*DISTANCES, "kl", "poisson", "soft_margin"},
    TargetKind.SIGNS: OF_CLASSES | BINARY | {"kl", "poisson"},
    TargetKind.COUNTS: OF_CLASSES | BINARY | {"hinge", "kl", "soft_margin"},
    TargetKind.NUMBERS: OF_CLASSES | BINARY | {"hinge", "kl", "poisson", "soft_margin"},
}
"""Losses with which trainings on such targets rarely do well."""


def fitting_losses(loss: LossUse, targets: Targets | None) -> list[str]:
    """Other kinds than the present one."""
    if targets is None:
        found = _like_present(loss)
    elif loss.framework == "torch":
        found = _torch(loss, targets.kind) if loss.kind in REPLACEABLE else iter(())
    else:
        found = _keras(loss, targets.kind)
    return [kind for kind in dict.fromkeys(found) if kind != loss.kind]


def is_misfit(loss: LossUse, targets: Targets | None) -> bool:
    """Whether the present loss does not fit; the source alone is sure only of rows of labels."""
    if targets is None or not (targets.is_seen or targets.kind in BINARY_TARGETS | ROWS):
        return False
    return loss.kind in MISFITS.get(targets.kind, frozenset())


def _like_present(loss: LossUse) -> Iterator[str]:
    """Targets that are not known suit losses that want them in the same form."""
    if loss.kind in BINARY and loss.framework == "torch":
        yield _binary(loss)
    if loss.kind in OF_NUMBERS:
        yield from DISTANCES
        if loss.framework == "keras" and _gives_probabilities(loss):
            yield "bce"
    elif loss.kind in OF_CLASSES and loss.framework == "torch":
        yield from _of_class_numbers(loss)


def _torch(loss: LossUse, kind: TargetKind) -> Iterator[str]:
    """Rows of class shares, such as one-hot ones, do for losses of classes and of numbers."""
    if kind is TargetKind.CLASSES:
        yield from _of_class_numbers(loss)
        return
    if kind in ROWS and _is_wide(loss):
        yield "cross_entropy"
    if kind in BINARY_TARGETS | ROWS or loss.kind in BINARY:
        yield _binary(loss, kind)
    yield from _of_any_numbers(loss, kind)


def _of_class_numbers(loss: LossUse) -> Iterator[str]:
    if loss.output_function == "log_softmax":
        yield "nll"
    yield "cross_entropy"


def _keras(loss: LossUse, kind: TargetKind) -> Iterator[str]:
    """Which of two cross-entropies reads the labels is left to the label encoding."""
    gives_probabilities = _gives_probabilities(loss)
    if kind is TargetKind.CLASSES:
        if loss.kind in OF_NUMBERS and gives_probabilities and _is_wide(loss):
            yield "sparse_cross_entropy"
        return
    if kind in ROWS and gives_probabilities and _is_wide(loss):
        yield "cross_entropy"
    if kind in BINARY_TARGETS | ROWS | {TargetKind.UNIT_NUMBERS} and gives_probabilities:
        yield "bce"
    yield from _of_any_numbers(loss, kind)


def _of_any_numbers(loss: LossUse, kind: TargetKind) -> Iterator[str]:
    if kind is TargetKind.SIGNS:
        yield from OF_SIGNS[loss.framework]
    yield from DISTANCES
    if kind is TargetKind.COUNTS and loss.output_function in POSITIVE:
        yield "poisson"


def _binary(loss: LossUse, kind: TargetKind | None = None) -> str:
    """The output of a softmax becomes that of a sigmoid where rows have several labels."""
    replaced = {"log_softmax"} if kind is TargetKind.SEVERAL_LABELS else set()
    is_squashed = loss.output_function in PROBABILITIES | replaced
    return "bce" if is_squashed else "bce_with_logits"


def _gives_probabilities(loss: LossUse) -> bool:
    """In Keras scores are as good where the loss is told that they are."""
    takes_scores = loss.expects == "logits" and loss.output_function == "linear"
    return loss.output_function in PROBABILITIES or takes_scores


def _is_wide(loss: LossUse) -> bool:
    return (output_width(loss) or 0) > 1
