"""Padding that a Keras model should not see: its amount, and what stands in its place."""

from __future__ import annotations

from collections.abc import Iterator

from seismograd.reproduce.case import Case
from seismograd.reproduce.context.project_view import Parameter, SymbolKind
from seismograd.reproduce.generate.offline.draft import Draft
from seismograd.reproduce.generate.offline.inputs.making import Maker
from seismograd.reproduce.generate.offline.seeds.experiments.answers.mask import CAUSAL
from seismograd.reproduce.generate.offline.seeds.experiments.keras.stage import (
    Stage,
    stages,
)
from seismograd.reproduce.generate.offline.seeds.experiments.stage.scene import FORWARD, method

NAME = "change_through_mask"
_DIFFERENCE = f"{NAME} = float(np.abs(before - after).max())"
SEEN = '''\
def seen(outputs, visible):
    """The positions that count, or all of an output that has no positions."""
    outputs = keras.ops.convert_to_numpy(keras.tree.flatten(outputs)[0])
    has_positions = outputs.ndim > 2 and outputs.shape[:2] == visible.shape
    return outputs[visible] if has_positions else outputs
'''


def experiments(case: Case) -> Iterator[Draft]:
    maker = Maker(case)
    is_causal = CAUSAL.search(f"{case.report.title}\n{case.report.text}") is not None
    for stage in stages(case, layers=True):
        forward = method(maker, stage.symbol, *FORWARD)
        masks = [p for p in forward.parameters if "mask" in p.name] if forward else []
        if is_causal:
            yield from _causal(stage)
        elif masks:
            yield from _masked(stage, masks[0])
        if not stage.is_layer:
            yield from _looked_up(stage)


def _masked(stage: Stage, mask: Parameter) -> Iterator[Draft]:
    """In Keras a mask is true where something is to be seen."""
    if stage.symbol.kind is not SymbolKind.CLASS:
        return
    positions = ("x = np.random.default_rng(0).normal(size=(4, 8, 16)).astype('float32')",)
    takes_whole = "integers(" in " ".join(stage.inputs)
    body = (
        *stage.before,
        f"model = {stage.build}",
        *(stage.inputs if takes_whole else positions),
        "visible = np.ones(x.shape[:2], dtype=bool)",
        "visible[:, x.shape[1] // 2 :] = False",
        "changed = x.copy()",
        "changed[~visible] += 1",
        f"before = seen(model(x, {mask.name}=visible), visible)",
        f"after = seen(model(changed, {mask.name}=visible), visible)",
        _DIFFERENCE,
    )
    idea = f"Change what {mask.name} hides from {stage.symbol.name}."
    yield from stage.draft(idea, body, NAME, helpers=(SEEN,))


def _looked_up(stage: Stage) -> Iterator[Draft]:
    """Where nought is padding, its row of the table must not matter."""
    body = (
        *stage.setting,
        "assert 'int' in str(x.dtype)",
        "visible = np.ones(x.shape[:2], dtype=bool)",
        "visible[:, x.shape[1] // 2 :] = False",
        "x[~visible] = 0",
        f"before = seen({stage.outputs()}, visible)",
        "tables = [one for one in model._flatten_layers() if getattr(one, 'mask_zero', False)]",
        "assert tables, 'nought is no padding here'",
        "for table in tables:",
        "    rows = keras.ops.convert_to_numpy(table.embeddings).copy()",
        "    rows[0] += 1.0",
        "    table.embeddings.assign(rows)",
        f"after = seen({stage.outputs()}, visible)",
        _DIFFERENCE,
    )
    idea = f"Change what padding looks like to what {stage.symbol.name} gives."
    yield from stage.draft(idea, body, NAME, helpers=(SEEN,))


def _causal(stage: Stage) -> Iterator[Draft]:
    """What comes last has no influence on what came before."""
    body = (
        *stage.setting,
        "earlier = np.ones(x.shape[:2], dtype=bool)",
        "earlier[:, -1] = False",
        "changed = x.copy()",
        "changed[:, -1] = np.where(x[:, -1] > 1, x[:, -1] - 1, x[:, -1] + 1)",
        f"before = {stage.outputs()}",
        f"after = {stage.outputs(x='changed')}",
        "assert before.shape[:2] == earlier.shape",
        "before, after = seen(before, earlier), seen(after, earlier)",
        _DIFFERENCE,
    )
    idea = f"Change the last position of the input of {stage.symbol.name}; look at the others."
    yield from stage.draft(idea, body, NAME, helpers=(SEEN,))
