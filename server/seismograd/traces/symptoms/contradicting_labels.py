"""Examples with the same inputs and different labels."""

from __future__ import annotations

from collections.abc import Iterator

from seismograd.traces.data_facts import training_data
from seismograd.traces.events import Data
from seismograd.traces.history import RunHistory
from seismograd.traces.symptom import Symptom, SymptomDetector

FEWEST = 3
"""Examples. Chosen by judgement, and low: of short PyTorch trainings few batches are looked at."""
SHARE = 0.02
"""Of all. Chosen by judgement, far above the few wrong labels that large collections have."""


class ContradictingLabels(SymptomDetector):
    """Examples whose inputs are the same to the last bit have different labels.

    ## When it is reported
    In one pass over the training data, {FEWEST} of the examples that are looked at or more, and
    {SHARE:.0%} of them, equal an earlier one and have another label. Examples of a few ids, classes
    or counts, which equal each other by chance, are left out.

    ## Why is this bad?
    No network can be right on both: some of the labels are wrong. Where data was repeated to have
    more of it, the labels were often repeated in another order, as `np.tile` and `np.repeat` do.

    ## How to fix
    - Repeat inputs and labels in the same way, or repeat indices and take both by them.
    - Look for the examples in question: `df.groupby(inputs)[label].nunique() > 1`.
    """

    name = "contradicting-labels"

    def find(self, history: RunHistory) -> Iterator[Symptom]:
        data = training_data(history)
        if data is None or data.categorical or len(history.optimisers) > 1:
            return
        examples, seen = _contradicted(data)
        if examples >= max(FEWEST, SHARE * seen):
            loader = history.loaders.get(data.loader) if data.loader is not None else None
            yield self.symptom(
                f"{examples} of {seen} examples have the same inputs as an earlier example but "
                "a different label.",
                step=0,
                place=loader.built if loader else None,
                share=examples / seen,
            )


def _contradicted(data: Data) -> tuple[int, int]:
    return data.contradicted.get("examples", 0), data.contradicted.get("of", 0)
