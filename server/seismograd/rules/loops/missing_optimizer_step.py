from __future__ import annotations

import ast
from collections.abc import Iterator

from seismograd.faults import FaultType, Finding, Fix, Related, Safety, Severity
from seismograd.program.model import Program, Step
from seismograd.program.torch.stepped_optimiser import receiver_text
from seismograd.program.torch.steps import is_named_optimiser
from seismograd.rules.loops._round import Round, rounds
from seismograd.rules.offers import safe_fix
from seismograd.rules.rule import FixAvailability, Rule
from seismograd.source.evaluate.calls import Call
from seismograd.source.evaluate.values import Value
from seismograd.source.rewrite import insert_after


class MissingOptimizerStep(Rule):
    """
    ## What it does
    Finds a training loop that empties gradients and calls `backward()`, but never `step()` of the
    optimiser that the program builds or is given.

    ## Why is this bad?
    Gradients are computed and thrown away. The weights stay as they were initialised and the loss
    stays where it starts.

    ## Example
    ```python
    for x, y in loader:
        optimizer.zero_grad()
        loss = criterion(model(x), y)
        loss.backward()
    ```

    ## How to fix
    ```python
    for x, y in loader:
        optimizer.zero_grad()
        loss = criterion(model(x), y)
        loss.backward()
        optimizer.step()
    ```

    ## When to ignore
    When the gradients themselves are the result, and the optimiser serves only to empty them.

    ## References
    - PyTorch documentation, "Optimizing Model Parameters".
    """

    code = "SG204"
    name = "missing-optimizer-step"
    fault_type = FaultType.LOOP
    severity = Severity.ERROR
    confidence = 0.95
    fix_availability = FixAvailability.SOMETIMES
    fix_safety = Safety.SAFE
    about_absence = True
    needs_whole_file = True

    def check(self, program: Program) -> Iterator[Finding]:
        if not program.complete or _something_steps(program):
            return
        for one in rounds(program):
            for zero in one.of_kind("zero_grad") if one.loop is not None else ():
                kind = _never_stepped(program, one, zero)
                backwards = [step for step in one.of_kind("backward")
                             if one.conditions.alike(step.call, zero.call)]  # fmt: skip
                if kind is not None and backwards:
                    yield self._finding(one, kind, zero, backwards[-1])
                    break

    def _finding(self, one: Round, kind: str, zero: Step, backward: Step) -> Finding:
        built = zero.call.receiver.place if zero.call.receiver is not None else None
        name = receiver_text(zero.call) or "the optimiser"
        return self.finding(
            backward.place.span,
            f"Gradients are computed, but {name}.step() is never called: the weights do not "
            "change.",
            because=f"The optimiser of this loop ({kind}) is only used to empty gradients.",
            related=[] if built is None else [Related(built.span, "it never steps")],
            fixes=_fixes(one, zero, backward),
        )


def _never_stepped(program: Program, one: Round, zero: Step) -> str | None:
    """What kind of optimiser empties gradients, where nothing else gets hold of it."""
    receiver = zero.call.receiver
    optimiser = next((o for o in program.optimisers if o.value is receiver), None)
    if optimiser is None and (not is_named_optimiser(receiver) or _reads_gradients(one)):
        return None
    if any(_handles(call, receiver) for call in program.index.given(receiver)):
        return None
    return "given to it" if optimiser is None else optimiser.kind


def _reads_gradients(one: Round) -> bool:
    """Whether gradients are looked at: they may be all that is wanted."""
    node = None if one.loop is None else one.loop.node
    return node is not None and any(
        isinstance(inner, ast.Attribute) and inner.attr == "grad" for inner in ast.walk(node)
    )


_TENSOR_UPDATES = ("add_", "addcdiv_", "addcmul_", "copy_", "sub_")
_HARMLESS = ("torch.optim.", "builtins.print", "builtins.len", "operator.")


def _something_steps(program: Program) -> bool:
    """Whether anything in the program may update weights."""
    steps = program.index.named("step")
    changes = program.index.named(*_TENSOR_UPDATES)
    return any(map(_is_step, steps)) or any(changes)


def _is_step(call: Call) -> bool:
    return call.receiver is not None and not call.path.startswith("torch.optim.lr_scheduler")


def _handles(call: Call, optimiser: Value | None) -> bool:
    """Whether something unknown gets an optimiser itself and may step it."""
    is_given = any(argument.value is optimiser for argument in call.arguments)
    return is_given and not call.path.startswith(_HARMLESS)


def _fixes(one: Round, zero: Step, backward: Step) -> list[Fix]:
    name = receiver_text(zero.call)
    later = [s for s in one.of_kind("clip") if s.call.index > backward.call.index]
    last = later[-1] if later else backward
    if name is None or last.call.function is not zero.call.function:
        return []
    edit = insert_after(last.place, f"{name}.step()")
    return safe_fix(f"Insert {name}.step()", edit)
