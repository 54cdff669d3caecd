from __future__ import annotations

from collections.abc import Iterator

from seismograd.faults import FaultType, Finding, Related, Severity
from seismograd.program.gradients import gradient_start, runs_without_gradients
from seismograd.program.model import Program, Step
from seismograd.rules.loops._round import made_by, rounds
from seismograd.rules.rule import Rule
from seismograd.source.evaluate.calls import Call


class TrainingUnderNoGrad(Rule):
    """
    ## What it does
    Finds `backward()` on a loss that was computed under `torch.no_grad()` or
    `torch.inference_mode()`, as a `with` block or as a decorator.

    ## Why is this bad?
    Nothing is recorded there, so there is nothing to go back through: `backward()` raises
    "element 0 of tensors does not require grad".

    ## Example
    ```python
    @torch.no_grad()
    def train(model, loader, optimizer):
        for x, y in loader:
            loss = criterion(model(x), y)
            loss.backward()
    ```

    ## How to fix
    Take the training out of `no_grad`; keep it for evaluation.

    ## When to ignore
    Never.

    ## References
    - PyTorch documentation, "Locally disabling gradient computation".
    """

    code = "SG214"
    name = "training-under-no-grad"
    fault_type = FaultType.LOOP
    alternatives = (FaultType.GRAPH,)
    severity = Severity.ERROR
    confidence = 0.98

    def check(self, program: Program) -> Iterator[Finding]:
        for one in rounds(program):
            for backward in one.of_kind("backward"):
                made = made_by(gradient_start(backward.call))
                if made is not None and runs_without_gradients(made):
                    yield self._finding(backward, made)

    def _finding(self, backward: Step, made: Call) -> Finding:
        return self.finding(
            backward.place.span,
            "backward() on a loss that was computed without gradients: there is no graph to go "
            "back through.",
            because="The loss is computed where torch.no_grad() or inference_mode() is in force.",
            related=[Related(made.place.span, "computed here, under no_grad")],
        )
