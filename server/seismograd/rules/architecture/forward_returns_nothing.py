from __future__ import annotations

import ast
from collections.abc import Iterator

from seismograd.faults import FaultType, Finding, Safety, Severity
from seismograd.program.keras.names import LAYER, MODEL
from seismograd.program.model import Program
from seismograd.program.torch.names import MODULE
from seismograd.rules.module_facts import library_families
from seismograd.rules.offers import unsafe_fix
from seismograd.rules.rule import FixAvailability, Rule
from seismograd.source.evaluate.values import Class, Function, Place
from seismograd.source.rewrite import insert_after

_RUNNING = {MODULE: "forward", MODEL: "call", LAYER: "call"}


class ForwardReturnsNothing(Rule):
    """
    ## What it does
    Finds `forward` and `call` methods that compute something and do not return it.

    ## Why is this bad?
    The network gives None. The loss fails on it, or a layer around it does.

    ## Example
    ```python
    def forward(self, x):
        x = F.relu(self.fc1(x))
        x = self.fc2(x)
    ```

    ## How to fix
    ```python
    def forward(self, x):
        x = F.relu(self.fc1(x))
        x = self.fc2(x)
        return x
    ```

    ## When to ignore
    Where a module is run for what it does on the side only.

    ## References
    - PyTorch documentation of `torch.nn.Module.forward`: defines the computation performed at
      every call.
    """

    code = "SG325"
    name = "forward-returns-nothing"
    fault_type = FaultType.API
    severity = Severity.ERROR
    confidence = 0.95
    fix_availability = FixAvailability.SOMETIMES
    fix_safety = Safety.UNSAFE
    about_absence = True

    def check(self, program: Program) -> Iterator[Finding]:
        seen: set[int] = set()
        for instance in program.instances:
            function = _running_method(instance.cls)
            if function is not None and id(function) not in seen:
                seen.add(id(function))
                last = _forgotten(function)
                if last is not None:
                    yield self._finding(function, last)

    def _finding(self, function: Function, last: ast.Assign) -> Finding:
        owner = function.owner.name if function.owner is not None else "The network"
        name = last.targets[0].id if isinstance(last.targets[0], ast.Name) else ""
        place = Place(function.chunk, last)
        edit = insert_after(place, f"return {name}")
        title = f"Return {name}"
        return self.finding(
            place.span,
            f"`{owner}.{function.name}` ends without returning `{name}`: the network gives None.",
            because="No statement of the method returns a value.",
            fixes=unsafe_fix(title, edit),
        )


def _running_method(cls: Class) -> Function | None:
    for family in library_families(cls):
        if family in _RUNNING:
            found = cls.lookup(_RUNNING[family])
            return found if isinstance(found, Function) and not found.decorators else None
    return None


def _forgotten(function: Function) -> ast.Assign | None:
    """The last statement of a method that assigns a local name, where nothing is returned."""
    body = function.node.body
    last = body[-1] if isinstance(body, list) else None
    if not isinstance(last, ast.Assign) or len(last.targets) != 1:
        return None
    if not isinstance(last.targets[0], ast.Name) or not isinstance(last.value, ast.Call):
        return None
    leaves = ast.Return | ast.Yield | ast.YieldFrom | ast.Global | ast.Nonlocal
    return None if any(isinstance(node, leaves) for node in ast.walk(function.node)) else last
