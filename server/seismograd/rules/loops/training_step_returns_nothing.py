from __future__ import annotations

import ast
from collections.abc import Iterator

from seismograd.faults import FaultType, Finding, Severity
from seismograd.program.model import Program
from seismograd.rules.loops._lightning import automatic_modules, own_method
from seismograd.rules.rule import Rule
from seismograd.source.evaluate.values import Class, Function, Place


class TrainingStepReturnsNothing(Rule):
    """
    ## What it does
    Finds a Lightning `training_step` under automatic optimisation that never returns a value.

    ## Why is this bad?
    Lightning differentiates what `training_step` returns. Without a loss it skips the batch, with
    a warning only: the model is never trained.

    ## Example
    ```python
    def training_step(self, batch, batch_idx):
        x, y = batch
        loss = F.cross_entropy(self(x), y)
        self.log("loss", loss)
    ```

    ## How to fix
    ```python
        self.log("loss", loss)
        return loss
    ```

    ## When to ignore
    Never under automatic optimisation; set `automatic_optimization = False` to step by hand.

    ## References
    - Lightning documentation, `LightningModule.training_step`.
    """

    code = "SG223"
    name = "training-step-returns-nothing"
    fault_type = FaultType.LOOP
    severity = Severity.ERROR
    confidence = 0.95
    about_absence = True

    def check(self, program: Program) -> Iterator[Finding]:
        for module in automatic_modules(program):
            step = own_method(module.cls, "training_step")
            if step is not None and _does_something(step.node) and not _gives(step.node):
                yield self._finding(module.cls, step)

    def _finding(self, cls: Class, step: Function) -> Finding:
        node = step.node
        assert isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        last = Place(step.chunk, node.body[-1])
        return self.finding(
            last.span,
            f"training_step of {cls.name} returns nothing: Lightning skips every batch and the "
            "model is not trained.",
            because="Optimisation is automatic, and no return statement gives a value.",
        )


def _does_something(node: ast.AST) -> bool:
    """Whether a method computes, rather than stand for one to be written."""
    return any(
        isinstance(inner, ast.Assign | ast.AugAssign | ast.AnnAssign) or _hands_on(inner)
        for inner in ast.walk(node)
    )


def _hands_on(node: ast.AST) -> bool:
    """Whether a statement gives its batch to another method of the module."""
    call = node.value if isinstance(node, ast.Expr) else None
    if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Attribute) or not call.args:
        return False
    return isinstance(call.func.value, ast.Name) and call.func.value.id == "self"


def _gives(node: ast.AST) -> bool:
    return any(
        (isinstance(inner, ast.Return) and inner.value is not None)
        or isinstance(inner, ast.Yield | ast.YieldFrom | ast.Raise)
        for inner in ast.walk(node)
    )
