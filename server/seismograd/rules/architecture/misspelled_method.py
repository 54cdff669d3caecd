from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from seismograd.faults import Edit, FaultType, Finding, Fix, Position, Safety, Severity, Span
from seismograd.program.model import Program
from seismograd.program.torch.names import MODULE
from seismograd.rules.module_facts import inherits_only, module_classes
from seismograd.rules.rule import FixAvailability, Rule
from seismograd.source.evaluate.values import Class, Function, Place

_INITIALISERS = re.compile(r"^_*(init|int|inti|initt|intit|innit)_*$", re.IGNORECASE)


class MisspelledMethod(Rule):
    """
    ## What it does
    Finds `nn.Module` classes that have no `forward` but a method of nearly that name, or no
    `__init__` but one such as `_init_` or `__int__`.

    ## Why is this bad?
    PyTorch calls methods by their exact names. A misspelt `forward` raises NotImplementedError at
    the first call; a misspelt `__init__` never runs, so no layer is ever built.

    ## Example
    ```python
    class Net(nn.Module):
        def _init_(self): ...

        def foward(self, x): ...
    ```

    ## How to fix
    ```python
    class Net(nn.Module):
        def __init__(self): ...

        def forward(self, x): ...
    ```

    ## When to ignore
    Where the method is another one that only looks alike.

    ## References
    - PyTorch documentation of `torch.nn.Module.forward`: should be overridden by all subclasses.
    """

    code = "SG327"
    name = "misspelled-method"
    fault_type = FaultType.API
    severity = Severity.ERROR
    confidence = 0.9
    fix_availability = FixAvailability.SOMETIMES
    fix_safety = Safety.UNSAFE

    def check(self, program: Program) -> Iterator[Finding]:
        for cls, _ in module_classes(program.instances):
            if not inherits_only(cls, MODULE, "lightning.LightningModule"):
                continue
            for function in cls.namespace.values():
                meant = _meant(function, cls) if isinstance(function, Function) else None
                if meant is not None and isinstance(function, Function):
                    yield self._finding(cls, function, meant)

    def _finding(self, cls: Class, function: Function, meant: str) -> Finding:
        span = _name_span(function)
        effect = "no layer is built" if meant == "__init__" else "the network cannot be called"
        return self.finding(
            span,
            f"`{function.name}` looks like a misspelt `{meant}`, which `{cls.name}` does not "
            f"have: {effect}.",
            because=f"The class has no `{meant}`, and nn.Module calls it by that name.",
            fixes=[Fix(f"Rename it to {meant}", Safety.UNSAFE, (Edit(span, meant),))],
        )


def _meant(function: Function, cls: Class) -> str | None:
    """The method that a name was probably meant to be."""
    name = function.name
    arguments = function.node.args.args
    if not arguments or function.decorators:
        return None
    if _INITIALISERS.match(name) and "_" in name and cls.lookup("__init__") is None:
        return "__init__"
    if cls.lookup("forward") is None and len(arguments) > 1 and _is_nearly(name.lower()):
        return "forward"
    return None


def _is_nearly(name: str) -> bool:
    return name == "forward" or (abs(len(name) - 7) <= 1 and _distance(name, "forward") <= 2)


def _distance(left: str, right: str) -> int:
    """How many letters must be put in, taken out or changed."""
    row = list(range(len(right) + 1))
    for i, one in enumerate(left, start=1):
        previous, row[0] = row[0], i
        for j, other in enumerate(right, start=1):
            changed = previous + (one != other)
            previous = row[j]
            row[j] = min(changed, row[j] + 1, row[j - 1] + 1)
    return row[-1]


def _name_span(function: Function) -> Span:
    """The name in the first line of a function."""
    whole = Place(function.chunk, function.node).span
    line = function.chunk.document.lines[whole.start.line - 1]
    found = re.search(rf"\bdef\s+({re.escape(function.name)})\b", line)
    if found is None or isinstance(function.node, ast.Lambda):
        return whole
    start, end = (Position(whole.start.line, at + 1) for at in found.span(1))
    return Span(whole.file, start, end)
