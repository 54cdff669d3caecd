"""How a project saves its networks and loads them again."""

from __future__ import annotations

import re
from collections.abc import Iterator

from seismograd.reproduce.case import Case
from seismograd.reproduce.context.project_view import Parameter, Role, Symbol, SymbolKind
from seismograd.reproduce.generate.offline.inputs.making import CannotMake, Maker
from seismograd.reproduce.generate.offline.seeds.experiments.stage.scene import Scene, functions

_SAVES, _LOADS = r"save|dump|store|export|checkpoint", r"load|restore|resume|import"
_PATH = re.compile(r"path|file|filename|fname|ckpt|checkpoint|dest|target|location|f$|to$")


def pairs(case: Case, scene: Scene) -> Iterator[tuple[Symbol, Symbol]]:
    """Functions that save with functions that load, methods of the network with its methods."""
    saving = functions(case, _SAVES, Role.SAVING)
    loading = functions(case, _LOADS, Role.LOADING)
    saving = [s for s in saving if s not in loading or s.role is Role.SAVING]
    for one in saving[:2]:
        yield from ((one, other) for other in loading[:2] if other is not one)
    methods = [
        s
        for s in case.project.symbols
        if s.kind is SymbolKind.METHOD
        and s.module == scene.symbol.module
        and s.name.rpartition(".")[0] == scene.symbol.name
    ]
    saves = [s for s in methods if re.match(r"save|dump|export", s.name.rpartition(".")[2])]
    loads = [s for s in methods if re.match(r"load|restore|from_", s.name.rpartition(".")[2])]
    loads = [s for s in loads if not s.name.endswith("load_state_dict")]
    yield from ((one, other) for one in saves[:1] for other in loads[:1])


def saved_and_loaded(
    scene: Scene, saving: Symbol | None, loading: Symbol | None
) -> tuple[str, ...] | None:
    """Statements that make `again` of `model`; by its state where the project has no way."""
    if saving is None or loading is None:
        scene.bench.use("import io")
        return (
            "file = io.BytesIO()",
            "torch.save(model.state_dict(), file)",
            "again.load_state_dict(torch.load(io.BytesIO(file.getvalue())))",
        )
    maker = Maker(scene.case)
    try:
        save = _call(scene, maker, saving, "")
        load = _call(scene, maker, loading, "_again")
    except CannotMake:
        return None
    takes_model = "again" in re.findall(r"\w+", load)
    assigned = load if takes_model else f"again = network_in({load})"
    return save, assigned


FINDER = '''\
def network_in(loaded):
    """What was loaded may be a network, or come with other things."""
    if isinstance(loaded, torch.nn.Module):
        return loaded
    parts = loaded.values() if isinstance(loaded, dict) else loaded
    return next(one for one in parts if isinstance(one, torch.nn.Module))
'''


def _call(scene: Scene, maker: Maker, symbol: Symbol, suffix: str) -> str:
    """Of a function or method, with the objects of the first network or of the second."""
    model = "again" if suffix else "model"
    given: list[str] = []
    for parameter in symbol.parameters:
        value = _argument(parameter, model, suffix)
        if value is None and parameter.default is None and not parameter.is_variadic:
            value = maker.argument(scene.bench, symbol, parameter, {}, 0)
        if value is not None:
            given.append(f"{parameter.name}={value}")
    arguments = ", ".join(given)
    if symbol.kind is not SymbolKind.METHOD:
        scene.bench.use(f"from {symbol.module} import {symbol.name}")
        return f"{symbol.name}({arguments})"
    scene.bench.use(f"from {symbol.module} import {symbol.name.partition('.')[0]}")
    name = symbol.name.rpartition(".")[2]
    is_factory = suffix and not any("self" in p.name for p in symbol.parameters)
    makes_new = is_factory and _makes_new(maker, symbol)
    if makes_new:
        return f"{symbol.name}({arguments})"
    return f"{model}.{name}({arguments})"


def _makes_new(maker: Maker, symbol: Symbol) -> bool:
    function = maker.trees.function(symbol)
    decorators = [getattr(d, "id", "") for d in function.decorator_list] if function else []
    return bool({"classmethod", "staticmethod"} & set(decorators))


def _argument(parameter: Parameter, model: str, suffix: str) -> str | None:
    name = parameter.name.lower()
    if re.search(r"optim|^opt$", name):
        return f"optimizer{suffix}"
    if "sched" in name:
        return f"scheduler{suffix}"
    if re.search(r"model|network|^net$|module", name) and "path" not in name and "cls" not in name:
        return model
    if _PATH.search(name):
        return "'saved.pt'"
    return "3" if name in ("epoch", "step", "iteration") and parameter.default is None else None
