from __future__ import annotations

from collections.abc import Iterator

from seismograd.faults import FaultType, Finding, Fix, Related, Safety, Severity
from seismograd.program.escapes import may_set_mode
from seismograd.program.loops import loops_outwards
from seismograd.program.model import Network, Program, Step, TrainingLoop
from seismograd.rules.evaluation._measuring import is_managed, mode_layers, receiver_text
from seismograd.rules.offers import safe_fix
from seismograd.rules.rule import FixAvailability, Rule
from seismograd.source.rewrite import insert_before


class TrainModeNeverRestored(Rule):
    """
    ## What it does
    Finds a network that is switched to evaluation mode after a round of training, in a loop that
    goes on to train it again without `train()`.

    ## Why is this bad?
    From the second round on the network is trained in evaluation mode: dropout does nothing, and
    batch normalisation keeps its statistics of the first round. It overfits, or its statistics
    no longer fit its weights.

    ## Example
    ```python
    net.train()
    for epoch in range(10):
        train_one_epoch(net, train_loader)
        net.eval()
        validate(net, test_loader)
    ```

    ## How to fix
    ```python
    for epoch in range(10):
        net.train()
        train_one_epoch(net, train_loader)
        net.eval()
        validate(net, test_loader)
    ```

    ## When to ignore
    Where the network has no dropout and no normalisation that depends on the mode.

    ## References
    - PyTorch documentation of `torch.nn.Module.train` and `torch.nn.Module.eval`.
    """

    code = "SG813"
    name = "train-mode-never-restored"
    fault_type = FaultType.LOOP
    severity = Severity.WARNING
    confidence = 0.9
    fix_availability = FixAvailability.SOMETIMES
    fix_safety = Safety.SAFE
    about_absence = True

    def check(self, program: Program) -> Iterator[Finding]:
        for loop in program.loops:
            for forward in loop.of_kind("forward"):
                switch = _switch(loop, forward)
                if switch is None or may_set_mode(program, forward.call.receiver):
                    continue
                if _depends_on_mode(loop, forward):
                    yield self._finding(loop, forward, switch)
                    break

    def _finding(self, loop: TrainingLoop, forward: Step, switch: Step) -> Finding:
        return self.finding(
            switch.place.span,
            "eval() is called after a round of training and train() is not called before the next "
            "one: from the second round on the network is trained in evaluation mode.",
            because="No train() stands in the loop that calls eval().",
            related=[Related(forward.place.span, "trained here again in the next round")],
            fixes=_fixes(loop, forward),
        )


def _switch(loop: TrainingLoop, forward: Step) -> Step | None:
    """The eval() that the next round of training still stands under."""
    for outer in loops_outwards(loop.loop):
        switches = loop.anywhere("eval_mode", "train_mode")
        network = forward.call.receiver
        inside = [
            step for step in switches if step.call.in_loop(outer) and step.call.receiver is network
        ]
        if any(step.kind == "train_mode" for step in inside):
            return None
        after = [step for step in inside if step.call.index > forward.call.index]
        if after and len(after) == len(inside):
            return after[0]
    return None


def _depends_on_mode(loop: TrainingLoop, forward: Step) -> bool:
    """A network that is not known may have such layers: why else call eval()?"""
    if is_managed(loop.function):
        return False
    known = [one for one in loop.networks if one.value is forward.call.receiver]
    return not known or any(map(_has_mode_layers, known))


def _has_mode_layers(network: Network) -> bool:
    return not network.complete or next(mode_layers(network), None) is not None


def _fixes(loop: TrainingLoop, forward: Step) -> list[Fix]:
    name = receiver_text(forward.call)
    if name is None or loop.place.span.file != forward.place.span.file or loop.loop is None:
        return []
    edit = insert_before(loop.place, f"{name}.train()")
    return safe_fix(f"Call {name}.train() first", edit)
