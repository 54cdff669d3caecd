from __future__ import annotations

import ast
from collections.abc import Iterator

from seismograd.faults import FaultType, Finding, Related, Severity
from seismograd.program.model import Optimiser, Program, Step, TrainingLoop
from seismograd.rules.rule import Rule
from seismograd.source.evaluate.calls import Call
from seismograd.source.evaluate.values import Member
from seismograd.source.rewrite import enclosing_statement

_APPLYING = frozenset(
    {"apply_gradients", "apply", "minimize", "assign", "assign_sub", "assign_add"}
)
_WEIGHTS = frozenset({"trainable_variables", "trainable_weights", "variables", "weights"})
_HARMLESS = ("builtins.", "tensorflow.clip_by", "tensorflow.linalg", "operator.")


class ApplyGradientsMissing(Rule):
    """
    ## What it does
    Finds a custom Keras training loop that computes the gradients of a model's weights with a
    tape, has an optimiser, and never applies the gradients.

    ## Why is this bad?
    The weights never change; the loss stays where it starts.

    ## Example
    ```python
    with tf.GradientTape() as tape:
        loss = loss_fn(y, model(x, training=True))
    gradients = tape.gradient(loss, model.trainable_variables)
    ```

    ## How to fix
    ```python
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    ```

    ## When to ignore
    When only the gradients are wanted.

    ## References
    - Keras guide "Writing a training loop from scratch in TensorFlow".
    """

    code = "SG228"
    name = "apply-gradients-missing"
    fault_type = FaultType.LOOP
    severity = Severity.ERROR
    confidence = 0.9
    about_absence = True
    needs_whole_file = True

    def check(self, program: Program) -> Iterator[Finding]:
        optimisers = [found for found in program.optimisers if found.framework == "keras"]
        if not optimisers or not program.complete:
            return
        if any(program.index.named(*_APPLYING)):
            return
        for training in program.loops:
            for gradient in training.of_kind("backward") if _is_training(training) else ():
                if _is_of_weights(gradient.call) and not _is_used(program, gradient.call):
                    yield self._finding(gradient, optimisers[0])

    def _finding(self, gradient: Step, optimiser: Optimiser) -> Finding:
        return self.finding(
            gradient.place.span,
            "Gradients are computed but never applied: the weights do not change.",
            because="No call of apply_gradients() in the program, and nothing reads the result.",
            related=[Related(optimiser.place.span, "the optimiser that is never used")],
        )


def _is_training(training: TrainingLoop) -> bool:
    named = training.function is not None and training.function.name == "train_step"
    return training.framework == "keras" and (training.loop is not None or named)


def _is_of_weights(call: Call) -> bool:
    sources = call.value(1, "sources")
    return isinstance(sources, Member) and sources.name in _WEIGHTS


def _is_used(program: Program, gradient: Call) -> bool:
    passed = any(
        not call.path.startswith(_HARMLESS) for call in program.index.given(gradient.result)
    )
    return passed or _is_returned(gradient)


def _is_returned(gradient: Call) -> bool:
    """Whether the name of the gradients leaves the function."""
    statement = enclosing_statement(gradient.place)
    target = statement.targets[0] if isinstance(statement, ast.Assign) else None
    if not isinstance(target, ast.Name) or gradient.function is None:
        return not isinstance(target, ast.Name) and not isinstance(statement, ast.Expr)
    return any(
        isinstance(name, ast.Name) and name.id == target.id
        for node in ast.walk(gradient.function.node)
        if isinstance(node, ast.Return | ast.Yield) and node.value is not None
        for name in ast.walk(node.value)
    )
