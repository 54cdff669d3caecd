"""What one does with a Keras model: predict, fit, save and load; for bugs that end a run."""

from __future__ import annotations

import re
from collections.abc import Iterator

from seismograd.reproduce.case import Case
from seismograd.reproduce.context.project_view import Symbol, SymbolKind
from seismograd.reproduce.generate.offline.draft import Constant, Draft
from seismograd.reproduce.generate.offline.inputs.bench import Bench
from seismograd.reproduce.generate.offline.inputs.making import CannotMake, Maker
from seismograd.reproduce.generate.offline.seeds.calls import ends_the_run
from seismograd.reproduce.generate.offline.seeds.experiments.keras.stage import (
    EXAMPLE,
    TRAIN,
    Stage,
    custom_objects,
    stages,
)

SEED = "keras"
MOST_DRAFTS = 12
MOST_CALLBACKS = 2
SIZES = (Constant("SAMPLES", "8"), Constant("BATCH", "4"))
_SAVES = re.compile(r"\bsav(?:e|ed|ing)\b|\bload|\bdeseriali|from_config|get_config|\.keras\b")
_FITS = re.compile(r"\bfit\b|\btrain|\bepoch|\bloss\b|\bcallback|compile", re.I)
_HALF = re.compile(r"mixed[_ ](?:b?float16|precision)|float16|fp16|dtype[_ ]policy", re.I)


def from_keras_uses(case: Case) -> Iterator[Draft]:
    """What the report speaks of goes first."""
    if not ends_the_run(case):
        return
    made = [draft for stage in stages(case, layers=True) for draft in _of_stage(case, stage)]
    text = f"{case.report.title}\n{case.report.text}"
    order = {"save": _SAVES, "fit": _FITS}
    made.sort(key=lambda pair: not (pair[0] in order and order[pair[0]].search(text)))
    for _, draft in made[:MOST_DRAFTS]:
        yield draft
        if _HALF.search(text):
            yield _in_half(draft)


def _of_stage(case: Case, stage: Stage) -> Iterator[tuple[str, Draft]]:
    name = stage.symbol.name
    if stage.is_layer:
        yield "call", _draft(stage, f"Call {name}.", ("output = model(x)",))
        return
    yield (
        "fit",
        _draft(stage, f"Fit what {name} gives.", ("train(model, x, 1, batch_size=BATCH)",), TRAIN),
    )
    for symbol in _callbacks(case)[:MOST_CALLBACKS]:
        yield from _with_callback(case, stage, symbol)
    imports, ours = custom_objects(case)
    saved = (
        "model.predict(x, verbose=0)",
        "model.save('saved.keras')",
        f"again = keras.models.load_model('saved.keras'{ours})",
        "output = again.predict(x, verbose=0)",
    )
    draft = _draft(stage, f"Save and load what {name} gives.", saved)
    for statement in imports:
        draft = draft.with_import(statement)
    yield "save", draft
    yield (
        "call",
        _draft(stage, f"Let what {name} gives predict.", ("output = model.predict(x, verbose=0)",)),
    )


def _draft(stage: Stage, idea: str, last: tuple[str, ...], *helpers: str) -> Draft:
    setup = (*([EXAMPLE] if stage.is_declared else []), *helpers)
    inputs = tuple(_in_samples(line) for line in stage.inputs)
    sizes = [one for one in SIZES if re.search(rf"\b{one.name}\b", " ".join((*inputs, *last)))]
    own = (Constant(*one) for one in stage.bench.constants.items())
    known = {one.name for one in sizes}
    return Draft(
        idea=idea,
        imports=tuple(dict.fromkeys([*stage.bench.imports, "import keras", "import numpy as np"])),
        constants=(*(one for one in own if one.name not in known), *sizes),
        setup=setup,
        exercise=(*stage.before, f"model = {stage.build}", *inputs, *last),
        seed=SEED,
        is_baseline=True,
        made_up=tuple(dict.fromkeys([*stage.bench.made_up, *known])),
        guessed=() if stage.is_declared else tuple(stage.bench.guessed),
    )


def _in_samples(line: str) -> str:
    """A batch may be smaller than all that there is."""
    return re.sub(r"\bBATCH\b", "SAMPLES", line.replace("(model)", "(model, SAMPLES)"))


def _callbacks(case: Case) -> list[Symbol]:
    words = {name.rpartition(".")[2] for name in case.report.names}
    found = [
        s
        for s in case.project.symbols
        if s.kind is SymbolKind.CLASS and s.module and s.file not in case.project.tests
        and any(".callbacks." in base for base in s.bases)
    ]  # fmt: skip
    return sorted(found, key=lambda s: s.name not in words)


def _with_callback(case: Case, stage: Stage, symbol: Symbol) -> Iterator[tuple[str, Draft]]:
    maker, bench = Maker(case), Bench(with_numpy=True)
    bench.defined.add("model")
    try:
        made = maker.call(bench, symbol)
    except CannotMake:
        return
    last = (
        *bench.statements,
        f"train(model, x, 2, batch_size=BATCH, callbacks=[{made}])",
    )
    draft = _draft(stage, f"Fit what {stage.symbol.name} gives with {symbol.name}.", last, TRAIN)
    for statement in bench.imports:
        draft = draft.with_import(statement)
    more = tuple(Constant(*one) for one in bench.constants.items())
    yield "fit", draft.changed(constants=(*draft.constants, *more))


def _in_half(draft: Draft) -> Draft:
    """With the policy that the report speaks of, and without it in the control."""
    policy = Constant("POLICY", "'mixed_float16'", "'float32'")
    return draft.changed(
        constants=(*draft.constants, policy),
        exercise=("keras.config.set_dtype_policy(POLICY)", *draft.exercise),
        is_baseline=False,
        idea=f"{draft.idea} In mixed precision.",
    )
