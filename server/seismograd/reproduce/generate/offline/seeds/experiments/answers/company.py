"""An example alone, and padded beside longer ones."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass

from seismograd.reproduce.case import Case
from seismograd.reproduce.context.project_view import Parameter
from seismograd.reproduce.generate.offline.draft import Constant, Draft
from seismograd.reproduce.generate.offline.inputs.making import Maker
from seismograd.reproduce.generate.offline.inputs.padding import Padding
from seismograd.reproduce.generate.offline.seeds.experiments.answers.mask import (
    LENGTHS,
    MASK,
    call_with,
)
from seismograd.reproduce.generate.offline.seeds.experiments.stage.scene import (
    FORWARD,
    Scene,
    method,
    networks,
)

NAME = "difference_alone_and_in_batch"
_CONVOLUTIONS = re.compile(r"conv\dd", re.I)
_MANY = re.compile(r"\b(?:for|range|ModuleList)\b")
_LAST = '''\
def last(value, like=None):
    """What an output has for the last example, as far as that for another one reaches."""
    value = value[0] if isinstance(value, (tuple, list)) else value
    reach = value.shape if like is None else like.shape
    return value[-1:][tuple(slice(size) for size in (1, *reach[1:]))]
'''


@dataclass(frozen=True, slots=True)
class _Sequence:
    """An input whose positions lie along one axis."""

    name: str
    axis: int
    size: str
    """The constant that says how many positions there are."""
    is_tokens: bool

    def part(self, of: str) -> str:
        """Positions, of the last example alone where the batch is given as `-1:`."""
        return f"{self.name}[{of}{', :' * (self.axis - 1)}, "


def experiments(case: Case) -> Iterator[Draft]:
    maker = Maker(case)
    padding = Padding(maker.trees, maker.settings)
    for scene in networks(case):
        sequence = _sequence(scene)
        forward = method(maker, scene.symbol, *FORWARD)
        if forward is None or sequence is None or _looks_past_the_end(maker, scene):
            continue
        pad = padding.number(scene.symbol) if sequence.is_tokens else "0.0"
        for parameter in forward.parameters:
            told = _told_to(parameter, sequence, padding)
            if told is not None and pad is not None:
                yield from _beside_longer(scene, sequence, pad, parameter.name, told)
        if sequence.is_tokens and pad is not None:
            yield from _beside_longer(scene, sequence, pad)


def _sequence(scene: Scene) -> _Sequence | None:
    """The first input, if it has a batch and, behind it, one axis of positions."""
    for statement in scene.after:
        name, _, value = statement.partition(" = ")
        call = ast.parse(value or "0", mode="eval").body
        if name not in scene.inputs[:1] or not isinstance(call, ast.Call):
            continue
        sizes = [ast.unparse(one) for one in _sizes(call)]
        places = [i for i, size in enumerate(sizes) if size in ("LENGTH", "SIZE")]
        if sizes[:1] == ["BATCH"] and len(places) == 1:
            return _Sequence(name, places[0], sizes[places[0]], "randint" in value)
    return None


def _sizes(call: ast.Call) -> list[ast.expr]:
    """Of `torch.randn(BATCH, 3)` and `torch.randint(0, 9, (BATCH, 3))`."""
    shapes = [one for one in call.args if isinstance(one, ast.Tuple)]
    return shapes[0].elts if shapes else call.args


def _looks_past_the_end(maker: Maker, scene: Scene) -> bool:
    """Several convolutions see what the first made of the padding, however well the rest masks."""
    node = maker.trees.class_of(scene.symbol)
    text = ast.unparse(node) if node else ""
    found = len(_CONVOLUTIONS.findall(text))
    return found > 1 or (found == 1 and bool(_MANY.search(text)))


def _told_to(parameter: Parameter, sequence: _Sequence, padding: Padding) -> str | None:
    """How a network is told what is padding, by this parameter."""
    if LENGTHS.search(parameter.name):
        return "lengths"
    hides = padding.true_means_hidden(parameter.name) if MASK.search(parameter.name) else None
    if hides is None:
        return None
    return f"torch.arange({sequence.size})[None] {'>=' if hides else '<'} lengths[:, None]"


def _beside_longer(
    scene: Scene, sequence: _Sequence, pad: str, parameter: str = "", told: str = ""
) -> Iterator[Draft]:
    kept = [s for s in scene.after if not parameter or not s.startswith(f"{parameter} =")]
    size = scene.bench.constants.get(sequence.size, "8")
    shortened = _shortened(scene, sequence)
    body = (
        *scene.before,
        f"model = {scene.build}",
        *kept,
        *([f"{sequence.name}[{sequence.name} == {pad}] += 1"] if sequence.is_tokens else []),
        f"{sequence.part('-1')}SHORT:] = {pad}",
        "lengths = torch.full((BATCH,), " + sequence.size + ")",
        "lengths[-1] = SHORT",
        *([f"{parameter} = {told}"] if told and told != parameter else []),
        "model.eval()",
        "with torch.no_grad():",
        f"    together = {_call(scene, parameter, parameter)}",
        f"    alone = {_call(scene, parameter, _alone(told, parameter), **shortened)}",
        "difference = last(together, like=alone) - last(alone)",
        f"{NAME} = difference.abs().max().item()",
    )
    idea = f"Give {scene.symbol.name} an example alone, and padded beside longer ones."
    short = Constant("SHORT", str(max(1, int(size) // 2)), size)
    yield from scene.draft(idea, body, NAME, setup=(_LAST,), constants=(short,))


def _alone(told: str, parameter: str) -> str:
    return f"{parameter}[-1:]" if told == "lengths" else f"{parameter}[-1:, :SHORT]"


def _shortened(scene: Scene, sequence: _Sequence) -> dict[str, str]:
    others = {name: f"{name}[-1:]" for name in scene.inputs[1:]}
    return {**others, sequence.name: f"{sequence.part('-1:')}:SHORT]"}


def _call(scene: Scene, parameter: str, value: str, **others: str) -> str:
    if not parameter:
        return scene.called("model", **others)
    given = {name: text for name, text in others.items() if name != parameter}
    return call_with(scene, parameter, value, **given)
