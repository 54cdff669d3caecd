"""Has the evaluation inputs of another scale than the training?"""

from __future__ import annotations

from collections.abc import Sequence

from seismograd.localise.interventions.question import Pair, Question, Reply
from seismograd.localise.trouble import Trouble
from seismograd.traces.history import RunHistory

TIMES = 3.0
"""The larger spread over the smaller one: sets of the same origin stay within a half."""
SHIFT = 2.0
"""Between the means, in spreads of the training."""


class EvaluationInputs(Question):
    """Data that is scaled for the training and not for the evaluation, or the reverse."""

    name = "evaluation-inputs"
    asks = "Have the inputs of the evaluation another scale than those of the training?"
    yes = "Yes: one of them is not prepared as the other."
    no = "No: they are alike."
    alter = ("match-evaluation-inputs",)
    trouble = Trouble.EVALUATION
    seeds = 1

    def suits(self, history: RunHistory) -> bool:
        return bool(history.evaluations)

    def read(self, pairs: Sequence[Pair]) -> Reply | None:
        names = ("training_mean", "training_std", "evaluation_mean", "evaluation_std")
        found = [pairs[0].measured(name) for name in names]
        mean, std, other_mean, other_std = (one if one is not None else 0.0 for one in found)
        if None in found or min(std, other_std) <= 0:
            return None
        times = max(std, other_std) / min(std, other_std)
        is_yes = times > TIMES or abs(mean - other_mean) > SHIFT * max(std, other_std)
        return self.reply(
            is_yes,
            f"(training: mean {mean:.3g}, standard deviation {std:.3g}; evaluation: "
            f"{other_mean:.3g}, {other_std:.3g})",
        )
