from __future__ import annotations

from collections.abc import Iterator

from seismograd.faults import FaultType, Finding, Fix, Safety, Severity
from seismograd.program.model import EvaluationLoop, Program
from seismograd.rules.evaluation._measuring import goes_over_data, is_managed, is_measured
from seismograd.rules.offers import unsafe_fix
from seismograd.rules.rule import FixAvailability, Rule
from seismograd.source.evaluate.values import Place
from seismograd.source.rewrite import insert_before

_GRADIENT_CALLS = ("*.backward", "torch.autograd.grad", "torch.set_grad_enabled", "*.grad")


class EvaluationWithoutNoGrad(Rule):
    """
    ## What it does
    Finds a loop that measures a network over data outside of `torch.no_grad()` or
    `torch.inference_mode()`, in a function that computes no gradients.

    ## Why is this bad?
    PyTorch records every operation for a backward pass that never comes. That costs memory and
    time, and a sum of losses that keeps the graph alive can fill the memory. The numbers are
    right all the same.

    ## Example
    ```python
    def evaluate(net, loader):
        net.eval()
        for x, y in loader:
            correct += (net(x).argmax(1) == y).sum().item()
    ```

    ## How to fix
    ```python
    @torch.no_grad()
    def evaluate(net, loader):
        net.eval()
        for x, y in loader:
            correct += (net(x).argmax(1) == y).sum().item()
    ```

    ## When to ignore
    Where the callers switch gradients off, or where gradients with respect to the input are
    needed.

    ## References
    - PyTorch documentation of `torch.no_grad` and `torch.inference_mode`.
    """

    code = "SG802"
    name = "evaluation-without-no-grad"
    fault_type = FaultType.LOOP
    alternatives = (FaultType.GRAPH,)
    severity = Severity.INFO
    confidence = 0.85
    fix_availability = FixAvailability.SOMETIMES
    fix_safety = Safety.UNSAFE
    about_absence = True

    def check(self, program: Program) -> Iterator[Finding]:
        for evaluation in program.evaluations:
            outside = not evaluation.no_grad and not is_managed(evaluation.function)
            if outside and goes_over_data(evaluation) and _only_measures(program, evaluation):
                yield self.finding(
                    evaluation.forwards[0].place.span,
                    "The network is measured with gradients switched on: every step is recorded "
                    "for a backward pass that never comes.",
                    because="Neither torch.no_grad() nor torch.inference_mode() surrounds the "
                    "call.",
                    fixes=_fixes(evaluation),
                )


def _only_measures(program: Program, evaluation: EvaluationLoop) -> bool:
    function = evaluation.function
    differentiates = any(
        call.function is function or call.method == "set_grad_enabled"
        for call in program.calls_to(*_GRADIENT_CALLS)
    )
    return not differentiates and any(is_measured(program, call) for call in evaluation.forwards)


def _fixes(evaluation: EvaluationLoop) -> list[Fix]:
    function = evaluation.function
    if function is None:
        return []
    lines = function.chunk.document.lines
    if not any(line.strip() == "import torch" for line in lines):
        return []
    edit = insert_before(Place(function.chunk, function.node), "@torch.no_grad()")
    return unsafe_fix("Add @torch.no_grad()", edit)
