"""Callbacks of Keras that keep the best weights: are they those of the best epoch?"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from seismograd.reproduce.case import Case
from seismograd.reproduce.context.project_view import Symbol
from seismograd.reproduce.generate.offline.draft import Constant, Draft
from seismograd.reproduce.generate.offline.inputs.making import Maker
from seismograd.reproduce.generate.offline.seeds.experiments.patience.told_series import (
    best_in_the_middle,
)
from seismograd.reproduce.generate.offline.seeds.experiments.patience.watchers import (
    Watcher,
    watchers,
)
from seismograd.reproduce.generate.offline.seeds.experiments.stage.members import methods_by_name
from seismograd.reproduce.generate.offline.seeds.experiments.stage.oracle import wanted
from seismograd.reproduce.generate.offline.seeds.experiments.stage.scene import drafted

NAME = "epochs_from_best"
VALUES = "VALUES"
_TOLD_IN = "watcher.on_epoch_end("
_GIVES_BACK = re.compile(r"self\.model\.(?:set_weights|load_weights)\(")
_KEPT = re.compile(r"self\.(\w*best\w*)(?:, self\.\w+)* = [^\n]*get_weights\(")


def experiments(case: Case) -> Iterator[Draft]:
    """Each epoch has its own number for all weights; told as Keras itself tells it."""
    if NAME not in wanted(case.fingerprint):
        return
    maker = Maker(case)
    for watcher in watchers(case):
        if is_callback(maker, watcher.symbol) and _TOLD_IN in watcher.tell:
            for read in _readings(case, maker, watcher.symbol):
                yield from _drafts(case, watcher, read)


def is_callback(maker: Maker, symbol: Symbol) -> bool:
    node = maker.trees.class_of(symbol)
    bases = [ast.unparse(base) for base in node.bases] if node else []
    tree = maker.trees.tree(symbol.file)
    is_of_keras = "keras" in (ast.unparse(tree) if tree else "")
    return is_of_keras and any(base.rpartition(".")[2] == "Callback" for base in bases)


def _readings(case: Case, maker: Maker, symbol: Symbol) -> Iterator[str]:
    """The model where the callback always gives them back at the end; else what it holds."""
    end = methods_by_name(case, symbol).get("on_train_end")
    last = maker.trees.function(end) if end else None
    if last is not None and _GIVES_BACK.search(ast.unparse(last)) and not _may_not(symbol):
        yield "model.get_weights()"
    node = maker.trees.class_of(symbol)
    for name in dict.fromkeys(_KEPT.findall(ast.unparse(node) if node else "")):
        yield f"watcher.{name}"


def _may_not(symbol: Symbol) -> bool:
    """Whether giving back is an option, and left out where nobody asks for it."""
    return any("restore" in p.name and p.default != "True" for p in symbol.parameters)


def _drafts(case: Case, watcher: Watcher, read: str) -> Iterator[Draft]:
    values = best_in_the_middle(watcher.direction)
    body = (
        "model = keras.Sequential([keras.Input((1,)), keras.layers.Dense(1)])",
        *(line for line in watcher.build if not line.startswith("model = ")),
        "watcher.set_model(model)",
        "watcher.on_train_begin()",
        f"for epoch, value in enumerate({VALUES}):",
        "    model.set_weights([np.full(one.shape, epoch) for one in model.get_weights()])",
        f"    {watcher.tell}",
        "    if getattr(model, 'stop_training', False):",
        "        break",
        "watcher.on_train_end()",
        f"kept = float({read}[0].flat[0])",
        f"{NAME} = abs(kept - {VALUES}.index({watcher.direction.best}({VALUES})))",
    )
    named = tuple(Constant(*one) for one in watcher.constants.items())
    idea = f"Tell {watcher.symbol.name} of several epochs, and see which it kept."
    for draft in drafted(case, watcher.bench, idea, body, NAME,
                         constants=(*named, Constant(VALUES, values))):  # fmt: skip
        yield draft.with_import("import keras").with_import("import numpy as np")
