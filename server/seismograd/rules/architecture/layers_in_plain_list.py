from __future__ import annotations

import ast
from collections.abc import Iterator

from seismograd.faults import FaultType, Finding, Fix, Related, Safety, Severity
from seismograd.program.model import Program
from seismograd.program.operations import LEARNED, NORMALISATIONS
from seismograd.program.torch.layers import spec_of
from seismograd.program.torch.names import MODULE
from seismograd.rules.layer_facts import held_values
from seismograd.rules.module_facts import is_torch_module, module_prefix
from seismograd.rules.offers import safe_fix
from seismograd.rules.rule import FixAvailability, Rule
from seismograd.source.evaluate.values import (
    Choice,
    Instance,
    Mapping,
    Object,
    Place,
    Sequence,
    Tensor,
    Value,
)
from seismograd.source.rewrite import replace, source_of

_REGISTERING = (f"{MODULE}.add_module", f"{MODULE}.register_module", "builtins.setattr")


class LayersInPlainList(Rule):
    """
    ## What it does
    Finds layers that a PyTorch module keeps in a plain Python list, tuple or dict.

    ## Why is this bad?
    `nn.Module` registers only what is assigned to an attribute directly. `parameters()` does not
    list the weights of layers inside a plain list, so the optimiser never changes them; `.to()`,
    `state_dict()`, `train()` and `eval()` pass them by as well.

    ## Example
    ```python
    self.blocks = [nn.Linear(64, 64) for _ in range(4)]
    ```

    ## How to fix
    ```python
    self.blocks = nn.ModuleList([nn.Linear(64, 64) for _ in range(4)])
    ```

    ## When to ignore
    A network that must not be trained or saved along, such as a frozen teacher, is sometimes
    hidden in a list of one on purpose; a list of one is not reported.

    ## References
    - PyTorch documentation of `torch.nn.ModuleList`: modules it contains are properly registered.
    """

    code = "SG303"
    name = "layers-in-plain-list"
    fault_type = FaultType.REG
    severity = Severity.ERROR
    confidence = 0.95
    needs_whole_file = True
    fix_availability = FixAvailability.SOMETIMES
    fix_safety = Safety.SAFE

    def check(self, program: Program) -> Iterator[Finding]:
        for instance in program.instances:
            if is_torch_module(instance):
                yield from self._of_module(program, instance)

    def _of_module(self, program: Program, instance: Instance) -> Iterator[Finding]:
        for name, value in instance.attributes.items():
            if not isinstance(value, Sequence | Mapping) or name.startswith("_modules"):
                continue
            hidden = _hidden(program, instance, value)
            place = _assignment(instance, name) if len(hidden) > 1 else None
            if place is not None:
                yield self._finding(name, value, hidden, place)

    def _finding(
        self, name: str, value: Sequence | Mapping, hidden: list[Value], place: Place
    ) -> Finding:
        kind = value.kind if isinstance(value, Sequence) else "dict"
        first = hidden[0].place
        return self.finding(
            place.span,
            f"`{name}` keeps {len(hidden)} layers in a plain {kind}: their weights are not among "
            "the parameters of the module and are never trained, moved or saved.",
            because=f"nn.Module does not look for layers inside a {kind}.",
            related=[] if first is None else [Related(first.span, "a layer that it keeps")],
            fixes=_fixes(value, hidden, place),
        )


def _hidden(program: Program, instance: Instance, value: Sequence | Mapping) -> list[Value]:
    """Layers in a list or dict that learn something, but that nobody knows of."""
    used, handled = program.derived(_applied), program.derived(_handled_otherwise)
    found = [
        held
        for held in held_values(value)
        if id(held) in used and id(held) not in handled and _has_parameters(held)
    ]
    registered = _registered(instance) if len(found) > 1 else set()
    return [held for held in found if id(held) not in registered]


def _applied(program: Program) -> set[int]:
    """What is applied to data somewhere."""
    return {id(call.receiver) for call in program.whole_index.named("__call__", "forward")}


def _has_parameters(value: Value) -> bool:
    """Whether a module holds something to learn."""
    return any(_is_learned(part) for part in _parts(value))


def _is_learned(value: Value) -> bool:
    if isinstance(value, Tensor):
        return value.op == PARAMETER
    spec = spec_of(value.path) if isinstance(value, Object) else None
    return spec is not None and (spec.op in LEARNED or spec.op in NORMALISATIONS)


def _registered(instance: Instance) -> set[int]:
    """Modules that a module holds where it looks for them."""
    return {id(part) for part in _parts(instance)} - {id(instance)}


def _parts(module: Value) -> list[Value]:
    """A module and all that it holds as modules must."""
    found: dict[int, Value] = {}
    pending = [module]
    while pending:
        current = pending.pop()
        if id(current) not in found:
            found[id(current)] = current
            pending.extend(_held(current))
    return list(found.values())


def _held(module: Value) -> Iterator[Value]:
    if isinstance(module, Instance) and is_torch_module(module):
        for value in module.attributes.values():
            for option in value.options if isinstance(value, Choice) else (value,):
                if isinstance(option, Object | Instance | Tensor):
                    yield option
    elif isinstance(module, Object):
        given = [argument.value for argument in module.call.arguments]
        for value in [*given, *module.attributes.values()]:
            yield from held_values(value)


def _handled_otherwise(program: Program) -> set[int]:
    """Layers whose parameters are asked for, or that are registered by name."""
    asked = program.index.named("parameters", "named_parameters")
    found = {id(call.receiver) for call in asked if call.receiver is not None}
    for call in program.index.to(*_REGISTERING):
        found |= {id(argument.value) for argument in call.positional}
    return found


def _assignment(instance: Instance, name: str) -> Place | None:
    """The value that the class gives an attribute, where it does so once."""
    chunk = None if instance.cls.place is None else instance.cls.place.chunk
    found = [
        node.value
        for node in ast.walk(instance.cls.node)
        if isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None
        for target in (node.targets if isinstance(node, ast.Assign) else [node.target])
        if isinstance(target, ast.Attribute) and target.attr == name
    ]
    return Place(chunk, found[0]) if chunk is not None and len(found) == 1 else None


def _fixes(value: Sequence | Mapping, hidden: list[Value], place: Place) -> list[Fix]:
    prefix = module_prefix(hidden[0])
    nested = any(
        isinstance(item, Sequence | Mapping)
        for item in (value.items if isinstance(value, Sequence) else value.items.values())
    )
    if prefix is None or nested or not isinstance(place.node, _WRAPPABLE):
        return []
    if isinstance(value, Mapping) and not all(isinstance(key, str) for key in value.items):
        return []
    wrapper = f"{prefix}.{'ModuleDict' if isinstance(value, Mapping) else 'ModuleList'}"
    edit = replace(place, f"{wrapper}({source_of(place)})")
    return safe_fix(f"Wrap it in {wrapper}", edit)


PARAMETER = "parameter"
"""What `nn.Parameter` makes."""
_WRAPPABLE = ast.List | ast.ListComp | ast.Tuple | ast.Dict | ast.DictComp | ast.Name
