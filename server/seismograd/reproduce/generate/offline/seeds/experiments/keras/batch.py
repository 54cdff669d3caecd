"""An example alone and in company, with Keras."""

from __future__ import annotations

from collections.abc import Iterator

from seismograd.reproduce.case import Case
from seismograd.reproduce.generate.offline.draft import Constant, Draft
from seismograd.reproduce.generate.offline.seeds.experiments.keras.stage import NUMBERS, stages

NAME = "difference_alone_and_in_batch"


def experiments(case: Case) -> Iterator[Draft]:
    """Relative to large outputs, whose rounding is larger, too; a batch of one is the control."""
    for stage in stages(case, layers=True):
        body = (
            *stage.setting,
            "x = keras.tree.map_structure(lambda part: part[:ROWS], x)",
            "first = keras.tree.map_structure(lambda part: part[:1], x)",
            f"outputs = keras.tree.map_structure(lambda part: part[:1], {stage.outputs()})",
            "together = numbers(outputs)",
            f"alone = numbers({stage.outputs(x='first')})",
            "scale = max(1.0, float(np.abs(alone).max()))",
            f"{NAME} = float(np.abs(together - alone).max()) / scale",
        )
        idea = f"Let what {stage.symbol.name} gives predict an example alone and in a batch."
        rows = Constant("ROWS", "4", "1")
        for draft in stage.draft(idea, body, NAME, helpers=(NUMBERS,), constants=(rows,)):
            yield draft.changed(made_up=())
