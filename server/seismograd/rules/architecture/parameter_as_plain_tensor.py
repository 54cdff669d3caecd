from __future__ import annotations

import ast
from collections.abc import Iterator

from seismograd.faults import FaultType, Finding, Fix, Related, Safety, Severity
from seismograd.program.contents import leaves
from seismograd.program.model import Network, Program
from seismograd.rules.architecture._plain_keras_tensors import PlainTensor, plain_tensors
from seismograd.rules.module_facts import is_torch_module, module_prefix
from seismograd.rules.offers import unsafe_fix
from seismograd.rules.rule import FixAvailability, Rule
from seismograd.source.evaluate.calls import Call
from seismograd.source.evaluate.values import Instance, Object, Place, Tensor
from seismograd.source.rewrite import replace, source_of

_CREATED = frozenset(
    {"arange", "empty", "eye", "from_numpy", "full", "linspace", "ones", "rand", "randn",
     "tensor", "zeros", "Tensor", "FloatTensor"}
)  # fmt: skip
_MOVES = ("*.to", "*.cuda")


class ParameterAsPlainTensor(Rule):
    """
    ## What it does
    Finds tensors that a PyTorch module keeps as plain attributes although they are to be trained
    (`requires_grad=True`), or must move to the device with the module. In a Keras layer: random
    numbers, zeros and ones that it makes once and computes with, and that are no weights.

    ## Why is this bad?
    Only `nn.Parameter` objects are listed by `parameters()`. A plain tensor is never given to the
    optimiser, is not saved, and stays on the CPU when the module moves. A constant that is not
    registered as a buffer stays behind as well, and meets data on another device. Likewise Keras
    trains and saves only what `add_weight` or `keras.Variable` made.

    ## Example
    ```python
    self.scale = torch.ones(64, requires_grad=True)
    ```

    ## How to fix
    ```python
    self.scale = nn.Parameter(torch.ones(64))
    ```
    For constants: `self.register_buffer("mean", torch.tensor([0.5]))`. In Keras:
    `self.scale = self.add_weight(shape=(64,), initializer="ones")`.

    ## When to ignore
    Where the tensor is handed to the optimiser by itself, and never moves. Random numbers of a
    Keras layer may be meant to stay as they are drawn: that they are no weights is an information
    only, unless zeros or ones stand beside them, which would be of no use, or an initialiser draws
    a table that is looked up beside weights of the layer. Where a sine or cosine is taken, as of
    random Fourier features, nothing is reported; `add_weight(trainable=False)` says for all others
    that they stay, and saves them.

    ## References
    - PyTorch documentation of `torch.nn.parameter.Parameter` and of
      `torch.nn.Module.register_buffer`.
    - Keras documentation of `keras.layers.Layer.add_weight`.
    """

    code = "SG328"
    name = "parameter-as-plain-tensor"
    fault_type = FaultType.REG
    severity = Severity.WARNING
    confidence = 0.9
    needs_whole_file = True
    fix_availability = FixAvailability.SOMETIMES
    fix_safety = Safety.UNSAFE

    def check(self, program: Program) -> Iterator[Finding]:
        seen: set[Place] = set()
        yield from self._of_keras(program)
        for instance in program.instances:
            if not is_torch_module(instance):
                continue
            for name, value in instance.attributes.items():
                place = value.place
                if isinstance(value, Tensor) and place is not None and place not in seen:
                    seen.add(place)
                    yield from self._of_tensor(program, instance, name, value)

    def _of_keras(self, program: Program) -> Iterator[Finding]:
        classes = {id(instance.cls): instance for instance in program.instances}
        for instance in classes.values():
            found = plain_tensors(instance)
            if found:
                yield self._no_weights(found)

    def _no_weights(self, found: list[PlainTensor]) -> Finding:
        first, *others = found
        is_sure = any(one.is_sure for one in found)
        names = " and ".join(f"`{one.name}`" for one in found)
        return self.finding(
            first.place.span,
            f"{names}: plain tensors and no weights of the layer, so never trained or saved.",
            because="The layer computes with what neither add_weight nor keras.Variable made.",
            related=[Related(one.place.span, "the same holds for this one") for one in others],
            severity=None if is_sure else Severity.INFO,
            confidence=0.85 if is_sure else 0.5,
        )

    def _of_tensor(
        self, program: Program, instance: Instance, name: str, tensor: Tensor
    ) -> Iterator[Finding]:
        if tensor.op not in _CREATED | {"requires_grad"} or _is_registered(program, tensor):
            return
        if _wants_gradient(tensor):
            if not _is_optimised(program, tensor):
                yield self._untrained(instance, name, tensor)
        elif tensor.op in _CREATED:
            moved = _moved_to_device(program, instance)
            network = next((n for n in program.networks if n.value is instance), None)
            if moved is not None and network is not None and _meets_data(network, tensor):
                yield self._left_behind(name, tensor, moved)

    def _untrained(self, instance: Instance, name: str, tensor: Tensor) -> Finding:
        place = tensor.place
        assert place is not None
        return self.finding(
            place.span,
            f"`{name}` requires gradients but is a plain tensor: `parameters()` does not list it, "
            "so that it is never trained, saved or moved.",
            because="It is assigned to a module without nn.Parameter.",
            fixes=_fixes(instance, tensor),
        )

    def _left_behind(self, name: str, tensor: Tensor, moved: Call) -> Finding:
        place = tensor.place
        assert place is not None
        return self.finding(
            place.span,
            f"`{name}` is no buffer: it stays on the CPU when the module moves to a device.",
            because="It is a plain tensor, the module is moved, and data meets it in forward.",
            related=[Related(moved.place.span, "the module is moved here")],
            severity=Severity.INFO,
            confidence=0.7,
        )


def _wants_gradient(tensor: Tensor) -> bool:
    if tensor.op == "requires_grad":
        source = tensor.inputs[0] if tensor.inputs else None
        return isinstance(source, Tensor) and source.op in _CREATED
    return tensor.call is not None and tensor.call.flag(None, "requires_grad") is True


def _is_registered(program: Program, tensor: Tensor) -> bool:
    """Whether a module was told of a tensor by a call."""
    return any(
        argument.value is tensor
        for call in program.index.named("register_buffer", "register_parameter")
        for argument in call.arguments
    )


def _is_optimised(program: Program, tensor: Tensor) -> bool:
    return any(
        given is tensor
        for optimiser in program.optimisers
        if optimiser.parameters is not None
        for given in leaves(optimiser.parameters)
    )


def _moved_to_device(program: Program, instance: Instance) -> Call | None:
    for call in program.calls_to(*_MOVES):
        if call.receiver is instance and not call.open:
            return call
    return None


def _meets_data(network: Network, tensor: Tensor) -> bool:
    """Whether a tensor takes part in what the network computes, where it stands."""
    used = network.flow.consumers(tensor)
    return bool(used) and all(one.op in ("add", "div", "matmul", "mul", "sub") for one in used)


def _fixes(instance: Instance, tensor: Tensor) -> list[Fix]:
    call = tensor.call.place if tensor.call is not None else None
    node = None if call is None else call.node
    layers = [value for value in instance.attributes.values() if isinstance(value, Object)]
    prefix = next(filter(None, map(module_prefix, layers)), None)
    if call is None or not isinstance(node, ast.Call) or prefix is None:
        return []
    last = node.keywords[-1] if node.keywords else None
    if tensor.op == "requires_grad" or last is None or last.arg != "requires_grad":
        return []
    values = [*node.args, *(keyword.value for keyword in node.keywords[:-1])]
    inner = ", ".join(source_of(Place(call.chunk, value)) for value in values)
    if len(node.keywords) > 1:
        return []
    function = source_of(Place(call.chunk, node.func))
    edit = replace(call, f"{prefix}.Parameter({function}({inner}))")
    return unsafe_fix(f"Make it an {prefix}.Parameter", edit)
