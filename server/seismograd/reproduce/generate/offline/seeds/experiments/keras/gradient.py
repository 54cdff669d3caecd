"""Which weights of a Keras model its training moves."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from seismograd.reproduce.case import Case
from seismograd.reproduce.context.identifiers import tokens_of
from seismograd.reproduce.context.project_view import Role
from seismograd.reproduce.generate.offline.draft import Draft
from seismograd.reproduce.generate.offline.inputs.making import Maker, is_keras
from seismograd.reproduce.generate.offline.inputs.source_trees import SourceTrees
from seismograd.reproduce.generate.offline.seeds.experiments.keras.stage import (
    TRAIN,
    Stage,
    stages,
)
from seismograd.reproduce.generate.offline.seeds.experiments.stage.oracle import compared_with

CHANGE = "parameter_change"
MOST_PARTS = 4
WEIGHTS = '''\
def values(parts):
    """Of weights, or of all weights of layers."""
    weights = [w for part in parts for w in getattr(part, "weights", [part])]
    assert weights, "there are no such weights"
    return [keras.ops.convert_to_numpy(weight).copy() for weight in weights]
'''
_CHANGED = (
    "pairs = zip(values(parts), before)",
    f"{CHANGE} = max(float(np.abs(now - then).max()) for now, then in pairs)",
)


def experiments(case: Case) -> Iterator[Draft]:
    check = compared_with(case.fingerprint, CHANGE)
    if check is None:
        return
    must_stay = check.operator in (">", ">=", "!=")
    for stage in stages(case):
        for part, where in _parts(case, stage):
            if not must_stay:
                yield from _moved(stage, part, where)
            elif freezing := _frozen_by(case, stage, part):
                yield from _moved(stage, part, where, freezing)


def _moved(stage: Stage, part: str, where: str, freezing: tuple[str, ...] = ()) -> Iterator[Draft]:
    body = (
        *stage.setting,
        *freezing,
        f"{stage.outputs()}  # the weights are made when it is first called",
        f"parts = {where}",
        "before = values(parts)",
        "train_a_little(model, x, 3)",
        *_CHANGED,
    )
    idea = f"See whether training moves {part} of what {stage.symbol.name} gives."
    yield from stage.draft(idea, body, CHANGE, helpers=(TRAIN, WEIGHTS))


def _parts(case: Case, stage: Stage) -> list[tuple[str, str]]:
    """Layers and weights that the report speaks of: by attribute, by name, or by their class."""
    words = set(tokens_of(f"{case.report.title}\n{case.report.text}"))
    found = [*_attributes(case, stage, words), *_names(case, stage, words),
             *_classes(case, stage, words)]  # fmt: skip
    return found[:MOST_PARTS]


def _attributes(case: Case, stage: Stage, words: set[str]) -> Iterator[tuple[str, str]]:
    if stage.symbol.role not in (Role.NETWORK, Role.LAYER):
        return
    for name in Maker(case).demands.members(stage.symbol):
        if _spoken_of(name, words):
            yield name, f"[model.{name}]"


def _names(case: Case, stage: Stage, words: set[str]) -> Iterator[tuple[str, str]]:
    """`layers.Dense(..., name="encoder")` in the function that builds the model."""
    function = SourceTrees(case.project).function(stage.symbol)
    for node in ast.walk(function) if function else ():
        name = _given_name(node)
        if name is not None and _spoken_of(name, words):
            yield name, f"[model.get_layer({name!r})]"


def _given_name(node: ast.AST) -> str | None:
    if (
        isinstance(node, ast.keyword)
        and node.arg == "name"
        and isinstance(node.value, ast.Constant)
    ):
        return str(node.value.value)
    return None


def _classes(case: Case, stage: Stage, words: set[str]) -> Iterator[tuple[str, str]]:
    """All layers of a class; and a weight of them, where that is what the report names."""
    maker = Maker(case)
    for symbol in case.project.symbols:
        if symbol.role is not Role.LAYER or not is_keras(symbol) or not symbol.module:
            continue
        which = f"for one in model._flatten_layers() if type(one).__name__ == {symbol.name!r}"
        for name, value in maker.demands.members(symbol).items():
            is_weight = re.search(r"add_weight|Variable|ops\.|zeros|ones", ast.unparse(value))
            if is_weight and _spoken_of(name, words):
                yield f"{name} of {symbol.name}", f"[one.{name} {which}]"
        if symbol.name in case.report.names or _spoken_of(symbol.name, words):
            yield symbol.name, f"[one {which}]"


def _spoken_of(name: str, words: set[str]) -> bool:
    plain = name.strip("_").lower()
    return plain in words or bool(set(plain.split("_")) & words & _PARTS)


_PARTS = frozenset(
    {"encoder", "decoder", "backbone", "head", "adapter", "gate", "scale", "temperature",
     "codebook", "projection", "embedding", "expert", "experts",
     "router", "prompt", "bias", "gamma", "alpha"}
)  # fmt: skip


def _frozen_by(case: Case, stage: Stage, part: str) -> tuple[str, ...]:
    """The builder may freeze by itself; else only what says so is frozen."""
    function = SourceTrees(case.project).function(stage.symbol)
    text = ast.unparse(function) if function else ""
    return ("pass",) if re.search(r"trainable|freez", text) else ()
