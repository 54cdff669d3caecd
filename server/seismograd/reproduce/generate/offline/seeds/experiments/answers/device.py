"""Networks on another device: does every operation find all of its tensors there?"""

from __future__ import annotations

from collections.abc import Iterator

from seismograd.reproduce.case import Case
from seismograd.reproduce.generate.offline.draft import Constant, Draft
from seismograd.reproduce.generate.offline.inputs.making import CannotMake, Maker
from seismograd.reproduce.generate.offline.seeds.experiments.stage.members import named_words
from seismograd.reproduce.generate.offline.seeds.experiments.stage.scene import (
    Scene,
    drafted,
    functions,
    networks,
)
from seismograd.reproduce.generate.offline.triggers.devices import (
    DEVICE,
    ELSEWHERE,
    HERE,
    is_made_tensor,
)

NAME = "mixed_devices"
MOST_FUNCTIONS = 3
_IMPORTS = (
    "from torch.utils._python_dispatch import TorchDispatchMode",
    "from torch.utils._pytree import tree_leaves, tree_map",
)
_WATCH = '''\
ON_ONE_DEVICE = {"add", "sub", "mul", "div", "mm", "addmm", "bmm", "baddbmm", "linear", "embedding",
                 "convolution", "cat", "stack", "where", "masked_fill", "gather", "index_select"}


class DeviceWatch(TorchDispatchMode):
    """Finds operations that get tensors of two devices, as no GPU would take them."""

    def __init__(self):
        super().__init__()
        self.mixed = []

    def __torch_dispatch__(self, operation, types, given=(), options=None):
        name = operation.overloadpacket.__name__.rstrip("_")
        tensors = [x for x in tree_leaves(given) if isinstance(x, torch.Tensor) and x.dim()]
        if name in ON_ONE_DEVICE and len({x.device for x in tensors}) > 1:
            self.mixed.append(name)
            given = tree_map(lambda x: x.to(DEVICE) if isinstance(x, torch.Tensor) else x, given)
        return operation(*given, **(options or {}))
'''
"""The meta device takes some of them: it would have to look at numbers."""
_SWITCH = (Constant(DEVICE, ELSEWHERE, HERE),)


def experiments(case: Case) -> Iterator[Draft]:
    """What is told at construction where it will live is not moved afterwards."""
    for scene in networks(case):
        if not any(one.name == "device" for one in scene.symbol.parameters):
            yield from _moved(scene)
    yield from _of_functions(case)


def _moved(scene: Scene) -> Iterator[Draft]:
    inputs = _placed(scene.after)
    if inputs is None:
        return
    body = (
        *scene.before,
        f"model = {scene.build}.to({DEVICE})",
        *inputs,
        *_watched(scene.call),
    )
    idea = f"Move {scene.symbol.name} to another device and call it there."
    for draft in scene.draft(idea, body, NAME, setup=(_WATCH,), constants=_SWITCH):
        yield _complete(draft)


def _of_functions(case: Case) -> Iterator[Draft]:
    """That the report names: what they make must be where their inputs are."""
    maker, words = Maker(case), named_words(case)
    named = [s for s in functions(case, r"\w") if s.name in words]
    for symbol in named[:MOST_FUNCTIONS]:
        bench = maker.bench(symbol)
        try:
            call = maker.call(bench, symbol)
        except CannotMake:
            continue
        inputs = _placed(tuple(bench.statements))
        if inputs and not any(one.name == "device" for one in symbol.parameters):
            body = (*inputs, *_watched(call))
            idea = f"Call {symbol.name} with inputs on another device."
            for draft in drafted(case, bench, idea, body, NAME, setup=(_WATCH,),
                                 constants=_SWITCH):  # fmt: skip
                yield _complete(draft)


def _placed(statements: tuple[str, ...]) -> tuple[str, ...] | None:
    """Tensors on the other device; None where something else is made, which may stay behind."""
    if not all(is_made_tensor(one) for one in statements):
        return None
    return tuple(f"{one}.to({DEVICE})" for one in statements)


def _watched(call: str) -> tuple[str, ...]:
    return ("watch = DeviceWatch()", "with watch:", f"    {call}", f"{NAME} = len(watch.mixed)")


def _complete(draft: Draft) -> Draft:
    """Sizes make no difference to where a tensor is."""
    return draft.changed(imports=(*draft.imports, *_IMPORTS), made_up=())
