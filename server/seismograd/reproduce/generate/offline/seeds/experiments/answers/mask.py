"""What is masked is changed, and nothing that counts may change with it."""

from __future__ import annotations

import re
from collections.abc import Iterator

from seismograd.reproduce.case import Case
from seismograd.reproduce.context.project_view import Parameter, Symbol
from seismograd.reproduce.generate.offline.draft import Draft
from seismograd.reproduce.generate.offline.inputs.making import Maker
from seismograd.reproduce.generate.offline.inputs.mask_forms import MaskForms
from seismograd.reproduce.generate.offline.inputs.padding import Padding
from seismograd.reproduce.generate.offline.inputs.tensors import Kind, tensor_for_name
from seismograd.reproduce.generate.offline.seeds.experiments.stage.scene import (
    FORWARD,
    Scene,
    drafted,
    functions,
    method,
    networks,
)

NAME = "change_through_mask"
MASK = re.compile(r"mask")
LENGTHS = re.compile(r"len(gth)?s$")
CAUSAL = re.compile(
    r"causal|future|look(?:s|ing)?[ -]ahead|autoregressive|left[- ]to[- ]right|peek|"
    r"(?:next|later|following|subsequent) (?:token|word|position|step|frame|character|element)|"
    r"\b[itn] ?\+ ?1\b|modify a later|teacher forcing",
    re.I,
)
_MORE = re.compile(
    r"amount|more pad|longer|length|number of|short(?:er)?\b|ratio|share|smaller", re.I
)
_DECODED = re.compile(r"(tgt|trg|target|dec|decoder|output|caption|answer|y)(_\w+)?")
_OTHER = '''\
def other(tensor):
    """Other content of the same kind."""
    if tensor.is_floating_point():
        return tensor + 1.5
    return torch.where(tensor > 1, tensor - 1, tensor + 1)


def seen(value, visible):
    """The positions that count, or all of an output that has no positions."""
    value = value[0] if isinstance(value, (tuple, list)) else value
    has_positions = value.dim() > 1 and value.shape[:2] == visible.shape
    return value[visible] if has_positions else value
'''


def experiments(case: Case) -> Iterator[Draft]:
    maker = Maker(case)
    padding = Padding(maker.trees, maker.settings)
    for scene in networks(case):
        if CAUSAL.search(f"{case.report.title}\n{case.report.text}"):
            yield from _causal(scene)
        forward = method(maker, scene.symbol, *FORWARD)
        for parameter in forward.parameters if forward else ():
            if MASK.search(parameter.name):
                forms = MaskForms(maker.trees, parameter.name)
                hides = padding.true_means_hidden(parameter.name)
                yield from () if forms.is_added else _masked(scene, parameter, hides, forms)
            elif LENGTHS.search(parameter.name):
                yield from _beyond_lengths(scene, parameter)
        yield from _padded(scene, padding.number(scene.symbol))
    yield from _masked_functions(case, padding)


def call_with(scene: Scene, name: str, value: str, **others: str) -> str:
    """The call with the mask given by name, and other data."""
    call = scene.called("model", **others)
    inner = re.sub(rf",?\s*\b{name}=[^,)]*", "", call)
    inner = re.sub(rf",\s*{name}_*(?=[,)])", "", inner)
    return f"{inner[:-1]}, {name}={value})"


def _sequences(scene: Scene) -> list[str]:
    """Inputs that have positions."""
    made = (statement.partition(" = ") for statement in scene.after)
    return [name for name, _, value in made if "LENGTH" in value and not MASK.search(name)]


def _hidden_by(scene: Scene, mask: str) -> list[str]:
    """What a mask is about: `src` for `src_mask`, keys and values, or the only sequence."""
    found = _sequences(scene)
    looked_up = [one for one in found if re.fullmatch(r"k|v|keys?|values?|memory", one)]
    if len(found) < 2 or not looked_up:
        prefix = mask.partition("_")[0]
        of_name = [one for one in found if one.startswith(prefix)]
        return found if len(found) < 2 else of_name
    return looked_up


def _data(scene: Scene) -> str:
    return next((one for one in scene.inputs if not MASK.search(one)), "x")


def _masked(
    scene: Scene, parameter: Parameter, true_hides: bool | None, forms: MaskForms
) -> Iterator[Draft]:
    """Where the project does not tell which value hides: with neither does the content not
    matter."""
    data = _hidden_by(scene, parameter.name)
    if not data:
        return
    kept = [s for s in scene.after if not s.startswith(f"{parameter.name} =")]
    plain = call_with(scene, parameter.name, "mask")
    changed = {name: f"changed_{name}" for name in data}
    shifted = call_with(scene, parameter.name, "mask", **changed)
    for form in forms.axes:
        for kind in _kinds(parameter, forms):
            body = (
                *scene.before,
                f"model = {scene.build}",
                *kept,
                "model.eval()",
                "marked = torch.zeros(BATCH, LENGTH, dtype=torch.bool)",
                "marked[:, LENGTH // 2 :] = True",
                f"mask = {form}{'.float()' if kind == 'float' else ''}",
                "changes = []",
                "with torch.no_grad():",
                f"    before = {plain}",
                f"    for hidden in {_sides(true_hides)}:",
                *(
                    f"        {new} = torch.where({_wide(old)}, other({old}), {old})"
                    for old, new in changed.items()
                ),
                f"        after = {shifted}",
                "        difference = seen(after, ~hidden) - seen(before, ~hidden)",
                "        changes.append(difference.abs().max().item())",
                f"{NAME} = min(changes)",
            )
            idea = f"Change what {parameter.name} of {scene.symbol.name} hides{_told(true_hides)}."
            yield from scene.draft(idea, body, NAME, setup=(_OTHER,))


def _wide(name: str) -> str:
    """The hidden positions, with as many axes as a tensor has."""
    return f"hidden.view(*hidden.shape, *[1] * ({name}.dim() - 2))"


def _kinds(parameter: Parameter, forms: MaskForms) -> tuple[str, ...]:
    if forms.is_inverted:
        return ("bool",)
    return ("bool", "float") if "bool" in (parameter.annotation or "bool") else ("float", "bool")


def _sides(true_hides: bool | None) -> str:
    """The positions that a mask hides, where it is true at those that are marked."""
    return {True: "(marked,)", False: "(~marked,)", None: "(marked, ~marked)"}[true_hides]


def _told(true_hides: bool | None) -> str:
    return ", whichever way it hides" if true_hides is None else ""


def _beyond_lengths(scene: Scene, parameter: Parameter) -> Iterator[Draft]:
    data = _data(scene)
    if not scene.inputs or "LENGTH" not in "".join(scene.after):
        return
    kept = [s for s in scene.after if not s.startswith(f"{parameter.name} =")]
    plain = call_with(scene, parameter.name, "lengths")
    shifted = call_with(scene, parameter.name, "lengths", **{data: "changed"})
    body = (
        *scene.before,
        f"model = {scene.build}",
        *kept,
        "model.eval()",
        "lengths = torch.full((BATCH,), LENGTH // 2)",
        "lengths[0] = LENGTH",
        "hidden = torch.arange(LENGTH)[None] >= lengths[:, None]",
        f"changed = {data}.clone()",
        f"changed[hidden] = other({data}[hidden])",
        "with torch.no_grad():",
        f"    before = seen({plain}, ~hidden)",
        f"    after = seen({shifted}, ~hidden)",
        f"{NAME} = (before - after).abs().max().item()",
    )
    idea = f"Change what lies beyond {parameter.name} in the input of {scene.symbol.name}."
    yield from scene.draft(idea, body, NAME, setup=(_OTHER,))


def _causal(scene: Scene) -> Iterator[Draft]:
    """What comes last has no influence on what came before; what is translated has, as a whole."""
    found = _sequences(scene)
    found = found if len(found) < 2 else [one for one in found if _DECODED.fullmatch(one)]
    if len(found) != 1:
        return
    data = found[0]
    body = (
        *scene.setting,
        "model.eval()",
        f"changed = {data}.clone()",
        f"changed[:, -1] = other({data}[:, -1])",
        "earlier = torch.ones(BATCH, LENGTH, dtype=torch.bool)",
        "earlier[:, -1] = False",
        "with torch.no_grad():",
        f"    before = {scene.call}",
        f"    after = {scene.called('model', **{data: 'changed'})}",
        "before = before[0] if isinstance(before, tuple) else before",
        "assert before.shape[:2] == earlier.shape",
        "difference = seen(after, earlier) - seen(before, earlier)",
        f"{NAME} = difference.abs().max().item()",
    )
    idea = f"Change the last position of the input of {scene.symbol.name}; look at the others."
    yield from scene.draft(idea, body, NAME, setup=(_OTHER,))


def _padded(scene: Scene, pad: str | None) -> Iterator[Draft]:
    """More padding at the end changes nothing for the rest."""
    data = _data(scene)
    if pad is None or not any("randint" in s and s.startswith(f"{data} =") for s in scene.after):
        return
    body = (
        *scene.setting,
        "model.eval()",
        f"{data}[{data} == {pad}] = {pad} + 1",
        f"short = torch.cat([{data}, torch.full(({data}.shape[0], 1), {pad})], dim=1)",
        f"longer = torch.cat([{data}, torch.full(({data}.shape[0], 3), {pad})], dim=1)",
        "visible = torch.zeros_like(short).bool()",
        f"visible[:, : {data}.shape[1]] = True",
        "with torch.no_grad():",
        f"    before = {scene.called('model', **{data: 'short'})}",
        f"    after = {scene.called('model', **{data: 'longer'})}",
        "if isinstance(before, tuple):",
        "    before, after = before[0], after[0]",
        "if before.shape != after.shape:",
        f"    after = after[:, : {data}.shape[1] + 1]",
        f"{NAME} = (seen(before, visible) - seen(after, visible)).abs().max().item()",
    )
    idea = f"Give {scene.symbol.name} more padding after the same sequence."
    yield from scene.draft(idea, body, NAME, setup=(_OTHER,))


def _masked_functions(case: Case, padding: Padding) -> Iterator[Draft]:
    """Losses, means and attention that take a mask."""
    for symbol in functions(case, r".")[:40]:
        masks = [p for p in symbol.parameters if MASK.search(p.name)]
        if masks and not MaskForms(Maker(case).trees, masks[0].name).is_added:
            yield from _of_function(case, symbol, masks[0], padding)


def _of_function(case: Case, symbol: Symbol, mask: Parameter, padding: Padding) -> Iterator[Draft]:
    bench = Maker(case).bench(symbol)
    bench.use(f"from {symbol.module} import {symbol.name}")
    others = [p for p in symbol.parameters if p.default is None and p.name != mask.name]
    if not others or any(p.is_variadic for p in others):
        return
    names = [p.name for p in others]
    given = ", ".join(f"{n}={{{n}}}" for n in names)
    call = f"{symbol.name}({given}, {mask.name}=mask)"
    first = names[0]
    if _MORE.search(f"{case.report.title}\n{case.report.text}"):
        yield from _of_amount(case, symbol, mask, names, padding)
    true_hides = padding.true_means_hidden(mask.name)
    for made in _forms_of(names):
        for kind in ("float", "bool"):
            body = (
                *made,
                "marked = torch.zeros(4, 8, dtype=torch.bool)",
                "marked[:, 5:] = True",
                f"mask = marked.{kind}()",
                f"before = {call.format(**{n: n for n in names})}",
                "changes = []",
                f"for hidden in {_sides(true_hides)}:",
                f"    changed = {first}.clone()",
                "    changed[hidden] += 1.5 * torch.randn_like(changed[hidden])",
                f"    after = {call.format(**{n: 'changed' if n == first else n for n in names})}",
                "    difference = seen(after, ~hidden) - seen(before, ~hidden)",
                "    changes.append(difference.abs().max().item())",
                f"{NAME} = min(changes)",
            )
            idea = f"Change what {mask.name} hides from {symbol.name}{_told(true_hides)}."
            yield from drafted(case, bench, idea, body, NAME, setup=(_OTHER,))


def _of_amount(
    case: Case, symbol: Symbol, mask: Parameter, names: list[str], padding: Padding
) -> Iterator[Draft]:
    """More of what is hidden makes no difference to a mean."""
    given = ", ".join(f"{n}={n}" for n in names)
    longer = ", ".join(f"{n}=torch.cat([{n}, {n}[:, :6]], dim=1)" for n in names)
    bench = Maker(case).bench(symbol)
    bench.use(f"from {symbol.module} import {symbol.name}")
    sides = {True: "(1.0,)", False: "(0.0,)", None: "(0.0, 1.0)"}
    for made in _forms_of(names):
        body = (
            *made,
            "changes = []",
            f"for hides in {sides[padding.true_means_hidden(mask.name)]}:",
            "    mask = torch.full((4, 8), 1.0 - hides)",
            "    mask[:, 5:] = hides",
            "    more = torch.cat([mask, torch.full((4, 6), hides)], dim=1)",
            f"    before = {symbol.name}({given}, {mask.name}=mask)",
            f"    after = {symbol.name}({longer}, {mask.name}=more)",
            "    assert before.shape == after.shape",
            "    changes.append((before - after).abs().max().item())",
            f"{NAME} = min(changes)",
        )
        idea = f"Give {symbol.name} more that {mask.name} hides."
        yield from drafted(case, bench, idea, body, NAME)


def _forms_of(names: list[str]) -> Iterator[tuple[str, ...]]:
    """Scores with a class for each position; then one number a position, then several."""
    specs = {name: tensor_for_name(name) for name in names[1:]}
    whole = {name for name, spec in specs.items() if spec is not None and spec.kind is Kind.WHOLE}
    if whole and re.search(r"logit|score|pred|output|prob", names[0]):
        yield tuple(
            f"{n} = torch.randint(0, 5, (4, 8))" if n in whole else f"{n} = torch.randn(4, 8, 5)"
            for n in names
        )
    for shape in ("(4, 8)", "(4, 8, 5)"):
        yield tuple(f"{n} = torch.randn{shape}" for n in names)
