"""Does the training help with examples that it was not shown?"""

from __future__ import annotations

from collections.abc import Sequence
from statistics import median

from seismograd.localise.interventions.question import Pair, Question, Reply
from seismograd.localise.trouble import Trouble
from seismograd.traces.data_facts import training_data
from seismograd.traces.history import RunHistory
from seismograd.traces.progress import loss_left
from seismograd.traces.windows import beginning, finite

EVERY = 16
"""Steps, of which the guest gives one to examples that are held back."""
LEARNED = 0.1
"""Of the loss at first: a training that ends above it may go on, and knows little by heart."""
FEWEST_EXAMPLES, FEWEST_PASSES = 50, 10
"""Of fewer examples nothing is learned but themselves; fewer passes leave no time for it."""
FEWEST_SHOWN = 6
HARDLY_BETTER, WORSE = 0.5, 5.0
"""Of the loss at first, and times the loss of what was learned: from there on, nothing that was
learned holds for new examples."""


class UnseenExamples(Question):
    """Data that is learned by heart, in a run that looks at no other data."""

    name = "unseen-examples"
    asks = "Is the loss of examples that are held back hardly better than at first?"
    yes = "Yes: the others are learned by heart, and nothing in the run shows it."
    no = "No: what is learned holds for them, too."
    alter = ("hold-back",)
    trouble = Trouble.NONE
    seeds = 1

    def suits(self, history: RunHistory) -> bool:
        """Whether one set of data is all that the run has, and it was learned well."""
        data, left = training_data(history), loss_left(history)
        if data is None or left is None or len(history.data) != 1:
            return False
        is_long = _passes(history) >= FEWEST_PASSES and 0 <= left < LEARNED
        is_known = _can_be_altered(history) and not _is_validated(history)
        return is_known and is_long and (data.examples or 0) >= FEWEST_EXAMPLES

    def most_steps(self, usual: int, whole: int) -> int:
        return whole

    def read(self, pairs: Sequence[Pair]) -> Reply | None:
        after = pairs[0].after
        first = median(beginning(finite(one.value for one in after.data_losses)) or [0.0])
        late = [one for one in after.data_losses if one.step >= after.step_count / 2]
        unseen = finite(one.value for one in late if one.step % EVERY == 0)
        seen = finite(one.value for one in late if one.step % EVERY)
        if (pairs[0].measured("shown") or 0.0) < FEWEST_SHOWN or not unseen or not seen:
            return None
        if not _is_torch(after) and pairs[0].measured("others"):
            return None  # the script looks at other data itself, by `predict` or a call
        new, known = median(unseen), median(seen)
        is_yes = new > HARDLY_BETTER * first and new > WORSE * known
        return self.reply(
            is_yes,
            f"(loss {new:.4g} on a fifth that was held back, {known:.4g} on the others, "
            f"{first:.4g} at first)",
        )


def _is_torch(history: RunHistory) -> bool:
    """Without Keras: the layers of an optimiser are told there alone, and all data is."""
    return any(one.layers for one in history.optimisers)


def _can_be_altered(history: RunHistory) -> bool:
    """PyTorch, or Keras on it: nothing else tells of gradients that were kept."""
    return len(history.optimisers) == 1 and (_is_torch(history) or bool(history.kept_gradients))


def _is_validated(history: RunHistory) -> bool:
    """By Keras: data that does not lie in arrays is told by its metrics alone."""
    return any(name.startswith("val_") for epoch in history.epochs for name in epoch.metrics)


def _passes(history: RunHistory) -> float:
    """Loops of the script with an optimiser of Keras tell no epochs, but may have one loader."""
    loaders = list(history.loaders.values())
    if history.epochs or len(loaders) != 1 or not loaders[0].length:
        return len(history.epochs)
    return history.step_count / loaders[0].length
