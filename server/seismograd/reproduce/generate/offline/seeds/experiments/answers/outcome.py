"""The shape and the dtype of what comes out, where the report says what came out."""

from __future__ import annotations

from collections.abc import Iterator

from seismograd.reproduce.case import Case
from seismograd.reproduce.context.project_view import Role, SymbolKind
from seismograd.reproduce.generate.offline.draft import Draft
from seismograd.reproduce.generate.offline.inputs.making import CannotMake, Maker
from seismograd.reproduce.generate.offline.seeds.calls import targets
from seismograd.reproduce.generate.offline.seeds.experiments.stage.oracle import compared_with
from seismograd.reproduce.generate.offline.seeds.experiments.stage.scene import (
    Scene,
    drafted,
    networks,
)

MOST_TARGETS = 6
_READ = {
    "shape": "shape = list({0}.shape)",
    "dtype": "dtype = str({0}.dtype).rpartition('.')[2]",
}
_FLOATS = ("float16", "bfloat16", "float32", "float64")


def experiments(case: Case) -> Iterator[Draft]:
    """Only for what was seen: that something else was expected is true of most outputs."""
    for name in _READ:
        check = compared_with(case.fingerprint, name)
        if check is None or check.operator != "==":
            continue
        for scene in networks(case):
            yield from _of_network(scene, name, _wanted_dtype(case))
        yield from _of_calls(case, name)


def _wanted_dtype(case: Case) -> str | None:
    """An output of the default dtype says nothing unless the input has another one."""
    check = compared_with(case.fingerprint, "dtype")
    if check is None:
        return None
    words = [word for word in _FLOATS if word in case.report.text]
    others = [word for word in words if word != check.bound]
    return others[0] if others else None


def _of_network(scene: Scene, name: str, dtype: str | None) -> Iterator[Draft]:
    cast = []
    if name == "dtype":
        if dtype is None:
            return
        floats = [s.partition(" = ")[0] for s in scene.after if "randn(" in s]
        cast = [
            f"model = model.to(torch.{dtype})",
            *(f"{x} = {x}.to(torch.{dtype})" for x in floats),
        ]
    body = (
        *scene.setting,
        *cast,
        f"output = {scene.call}",
        "output = output[0] if isinstance(output, (tuple, list)) else output",
        _READ[name].format("output"),
    )
    idea = f"Call {scene.symbol.name} and look at the {name} of what comes out."
    yield from _sized(scene.draft(idea, body, name), scene.case, name)


def _sized(drafts: Iterator[Draft], case: Case, name: str) -> Iterator[Draft]:
    """With the sizes that the reported shape begins with."""
    check = compared_with(case.fingerprint, name)
    bound = check.bound if check else ()
    for draft in drafts:
        if name == "shape" and isinstance(bound, tuple) and bound:
            sizes = {"BATCH": bound[0], "LENGTH": bound[1] if len(bound) > 1 else None}
            constants = tuple(
                type(c)(c.name, repr(sizes[c.name])) if sizes.get(c.name) is not None else c
                for c in draft.constants
            )
            yield draft.changed(constants=constants, made_up=())
        yield draft.changed(made_up=())


def _of_calls(case: Case, name: str) -> Iterator[Draft]:
    """Functions and data sets that the report is about."""
    maker = Maker(case)
    for symbol in targets(case)[:MOST_TARGETS]:
        bench = maker.bench(symbol)
        try:
            if symbol.kind is SymbolKind.FUNCTION:
                output = maker.call(bench, symbol)
            elif symbol.role is Role.DATASET and symbol.kind is SymbolKind.CLASS:
                output = f"{maker.instance(bench, symbol, 'dataset')}[0]"
            else:
                continue
        except CannotMake:
            continue
        for part in ("output", "output[0]", "output[1]"):
            body = (*bench.statements, f"output = {output}", _READ[name].format(part))
            idea = f"Look at the {name} of {part} of {symbol.name}."
            yield from _sized(drafted(case, bench, idea, body, name), case, name)
