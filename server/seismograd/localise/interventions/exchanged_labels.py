"""Are the labels learned by heart, as those of other examples would be?"""

from __future__ import annotations

from collections.abc import Sequence
from statistics import fmean, median

from seismograd.localise.interventions.question import Pair, Question, Reply
from seismograd.localise.trouble import Trouble
from seismograd.traces.guessing_evaluation import evaluation_is_guess
from seismograd.traces.history import RunHistory
from seismograd.traces.windows import beginning, finite

SAME, LEAST, FASTER = 0.88, 0.8, 0.7
"""The mean loss over the run, of that with exchanged labels: what goes with the inputs is learned
before anything is learned by heart, which leaves a smaller part. Set by hand: between labels that
were moved, where seeds alone make a tenth, and sound ones, there is much room."""
LEARNED = 0.8
"""Of the loss at first: so much must be learned by heart for the two to be compared."""


class ExchangedLabels(Question):
    """Data that is learned by heart because nothing in its labels goes with the inputs."""

    name = "exchanged-labels"
    asks = "Does the training loss fall as fast when every example has the label of another one?"
    yes = "Yes: the labels are learned by heart, and say nothing about the inputs."
    no = "No: inputs and labels belong together."
    alter = ("exchange-labels",)
    trouble = Trouble.EVALUATION

    def suits(self, history: RunHistory) -> bool:
        return evaluation_is_guess(history)

    def most_steps(self, usual: int, whole: int) -> int:
        """Learning by heart takes its time."""
        return whole

    def read(self, pairs: Sequence[Pair]) -> Reply | None:
        courses = [(_losses(one.before, one.steps), _losses(one.after, one.steps)) for one in pairs]
        if not all(before and _is_learned(after) for before, after in courses):
            return None
        parts = [fmean(before) / fmean(after) for before, after in courses]
        figures = (
            f"(mean loss over the run: {fmean(courses[0][0]):.4g}, "
            f"{fmean(courses[0][1]):.4g} with labels of others; {len(pairs)} seeds)"
        )
        if fmean(parts) > SAME and min(parts) > LEAST:
            return self.reply(is_yes=True, figures=figures)
        return self.reply(is_yes=False, figures=figures) if max(parts) < FASTER else None


def _losses(history: RunHistory, steps: int) -> list[float]:
    return finite(one.value for one in history.data_losses if one.step < steps)


def _is_learned(losses: Sequence[float]) -> bool:
    if not losses:
        return False
    last = median(losses[-max(1, len(losses) // 10) :])
    return 0 < last < LEARNED * median(beginning(losses))
