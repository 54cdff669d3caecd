from __future__ import annotations

import ast
from collections.abc import Iterator

from seismograd.faults import FaultType, Finding, Related, Safety, Severity
from seismograd.program.keras.names import LAYER, MODEL
from seismograd.program.model import Program
from seismograd.program.torch.names import MODULE
from seismograd.rules.module_facts import library_families
from seismograd.rules.offers import safe_fix
from seismograd.rules.rule import FixAvailability, Rule
from seismograd.source.evaluate.values import Function, Instance, Object, Place, Value
from seismograd.source.rewrite import insert_before

_LINE = "super().__init__()"


class MissingSuperInit(Rule):
    """
    ## What it does
    Finds networks and layers whose `__init__` does not call `super().__init__()`, or assigns
    layers before it does.

    ## Why is this bad?
    `nn.Module` and the layers of Keras set up their books there. Assigning a layer before that
    raises an error ("cannot assign module before Module.__init__() call"), and a module without
    it cannot be called.

    ## Example
    ```python
    class Net(nn.Module):
        def __init__(self):
            self.fc = nn.Linear(10, 2)
    ```

    ## How to fix
    ```python
    class Net(nn.Module):
        def __init__(self):
            super().__init__()
            self.fc = nn.Linear(10, 2)
    ```

    ## When to ignore
    Never: the program cannot run.

    ## References
    - PyTorch documentation of `torch.nn.Module`: an `__init__()` call to the parent class must be
      made before assignment on the child.
    """

    code = "SG305"
    name = "missing-super-init"
    fault_type = FaultType.API
    severity = Severity.ERROR
    confidence = 0.95
    fix_availability = FixAvailability.SOMETIMES
    fix_safety = Safety.SAFE
    about_absence = True

    def check(self, program: Program) -> Iterator[Finding]:
        seen: set[int] = set()
        for instance in program.instances:
            initialiser = instance.cls.lookup("__init__")
            if not isinstance(initialiser, Function) or id(initialiser) in seen:
                continue
            seen.add(id(initialiser))
            if _is_module(instance) and instance.complete:
                yield from self._of_initialiser(instance, initialiser)

    def _of_initialiser(self, instance: Instance, initialiser: Function) -> Iterator[Finding]:
        if instance.super_init is None:
            if _is_plain(initialiser):
                yield self._missing(instance, initialiser)
            return
        # Keras lets layers come first, as in functional models with a class of their own.
        is_torch = MODULE in library_families(instance.cls)
        early = _assigned_before(instance, initialiser, instance.super_init) if is_torch else None
        if early is not None:
            yield self._late(instance, early, instance.super_init)

    def _missing(self, instance: Instance, initialiser: Function) -> Finding:
        place = Place(initialiser.chunk, initialiser.node)
        edit = insert_before(_first_statement(initialiser), _LINE)
        fixes = safe_fix(f"Insert {_LINE}", edit)
        owner = initialiser.owner.name if initialiser.owner is not None else instance.cls.name
        return self.finding(
            _header(place).span,
            f"`{owner}.__init__` does not call `super().__init__()`: the layers it assigns cannot "
            "be registered and the network cannot run.",
            because="No way through the constructor reaches that of the base class.",
            fixes=fixes,
        )

    def _late(self, instance: Instance, early: Place, call: Place) -> Finding:
        return self.finding(
            early.span,
            f"`{instance.cls.name}` assigns a layer before `super().__init__()` has run: "
            "this raises an error.",
            because="The assignment stands before the call in the constructor.",
            related=[Related(call.span, "the base class is set up only here")],
        )


def _is_module(instance: Instance) -> bool:
    if instance.cls.has_unknown_base or instance.cls.decorators:
        return False
    return not {MODULE, MODEL, LAYER}.isdisjoint(library_families(instance.cls))


def _is_plain(initialiser: Function) -> bool:
    """Whether nothing in a constructor could call another one in a way that is not followed."""
    if initialiser.decorators:
        return False
    names = [
        node.attr if isinstance(node, ast.Attribute) else node.id
        for node in ast.walk(initialiser.node)
        if isinstance(node, ast.Attribute | ast.Name)
    ]
    called = any(
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr in ("__init__", "__setstate__", "__new__")
        for node in ast.walk(initialiser.node)
    )
    return not called and "__dict__" not in names and _does_something(initialiser)


def _does_something(initialiser: Function) -> bool:
    body = initialiser.node.body
    return isinstance(body, list) and any(isinstance(s, ast.Assign | ast.AnnAssign) for s in body)


def _header(place: Place) -> Place:
    """The first argument of a function stands for its first line."""
    node = place.node
    if isinstance(node, ast.FunctionDef) and node.args.args:
        return Place(place.chunk, node.args.args[0])
    return place


def _first_statement(initialiser: Function) -> Place:
    body = initialiser.node.body
    assert isinstance(body, list)
    documented = isinstance(body[0], ast.Expr) and isinstance(body[0].value, ast.Constant)
    return Place(initialiser.chunk, body[1] if documented and len(body) > 1 else body[0])


def _assigned_before(instance: Instance, initialiser: Function, call: Place) -> Place | None:
    """A layer that a constructor assigns before it calls that of the base class."""
    body = initialiser.node.body
    if call.chunk is not initialiser.chunk or not isinstance(body, list):
        return None
    for statement in body:
        if any(node is call.node for node in ast.walk(statement)):
            return None
        for target in statement.targets if isinstance(statement, ast.Assign) else []:
            name = target.attr if isinstance(target, ast.Attribute) else None
            if name is not None and _is_layer(instance.attributes.get(name)):
                inside = any(node is call.node for other in body for node in ast.walk(other))
                return Place(initialiser.chunk, target) if inside else None
    return None


def _is_layer(value: Value | None) -> bool:
    return isinstance(value, Object) and value.path.startswith("torch.nn.")
