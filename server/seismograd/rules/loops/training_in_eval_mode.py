from __future__ import annotations

from collections.abc import Iterator

from seismograd.faults import FaultType, Finding, Fix, Related, Safety, Severity
from seismograd.program.model import Network, Program, Step
from seismograd.rules.loops._round import (
    Round,
    is_held,
    is_unmodelled,
    passes,
    receiver_text,
    rounds,
)
from seismograd.rules.rule import FixAvailability, Rule
from seismograd.source.evaluate.calls import Call, Loop
from seismograd.source.evaluate.values import Value
from seismograd.source.rewrite import insert_before

_MODE_LAYERS = frozenset({"batch_norm", "dropout", "instance_norm"})


class TrainingInEvalMode(Rule):
    """
    ## What it does
    Finds a network that is trained while it is in evaluation mode: `eval()` was called before the
    loop, or at the end of each epoch, and `train()` is not called before training goes on.

    ## Why is this bad?
    In evaluation mode dropout does nothing and batch normalisation uses its running statistics
    without updating them. The network trains without its regularisation and with statistics that
    no longer fit.

    ## Example
    ```python
    for epoch in range(epochs):
        for x, y in train_loader:
            ...
            loss.backward()
            optimizer.step()
        model.eval()
        for x, y in test_loader:
            ...
    ```

    ## How to fix
    ```python
    for epoch in range(epochs):
        model.train()
        for x, y in train_loader:
            ...
    ```

    ## When to ignore
    When batch normalisation is frozen on purpose while fine-tuning.

    ## References
    - PyTorch documentation of `torch.nn.Module.train` and `torch.nn.Module.eval`.
    """

    code = "SG212"
    name = "training-in-eval-mode"
    fault_type = FaultType.LOOP
    severity = Severity.WARNING
    confidence = 0.9
    fix_availability = FixAvailability.SOMETIMES
    fix_safety = Safety.SAFE

    def check(self, program: Program) -> Iterator[Finding]:
        for one in rounds(program):
            if one.loop is None or not one.of_kind("step"):
                continue
            for forward in one.of_kind("forward"):
                evaluated = _evaluated(one, forward)
                if evaluated is not None and _is_trained(program, forward.call.receiver):
                    yield self._finding(one, forward, evaluated)
                    break

    def _finding(self, one: Round, forward: Step, evaluated: Call) -> Finding:
        name = receiver_text(evaluated) or "the network"
        again = evaluated.index > forward.call.index
        when = "from the second epoch on" if again else "here"
        return self.finding(
            forward.place.span,
            f"{name} is trained in evaluation mode {when}: dropout is off and batch statistics "
            "are frozen.",
            because=f"{name}.eval() is called and train() is not called before training goes on.",
            related=[Related(evaluated.place.span, "evaluation mode is switched on here")],
            fixes=_fixes(one, evaluated),
        )


def _evaluated(one: Round, forward: Step) -> Call | None:
    """The `eval()` that is in force where a network runs in training."""
    receiver = forward.call.receiver
    modes = [call for call in one.program.calls
             if call.receiver is receiver and call.method in ("train", "eval")]  # fmt: skip
    if not modes or not all(_is_plain(one, call) for call in modes) or _may_switch(one, receiver):
        return None
    before = [call for call in modes if call.index < forward.call.index]
    if before:
        last = before[-1]
        return last if last.method == "eval" and not last.positional else None
    outer = one.loop.outer if one.loop is not None else None
    later = [call for call in modes if outer is not None and call.in_loop(outer)]
    return later[-1] if later and later[-1].method == "eval" else None


def _may_switch(one: Round, receiver: Value | None) -> bool:
    """Whether something else may set the mode: an unknown function that gets the network, or
    the mode of an object that holds it."""
    return any(_may_set_mode(call, receiver) for call in one.program.calls)


def _may_set_mode(call: Call, receiver: Value | None) -> bool:
    if call.method in ("train", "eval"):
        other = call.receiver is not receiver
        return call.method == "train" and other and is_held(call.receiver, receiver)
    return is_unmodelled(call) and passes(call, receiver)


def _is_plain(one: Round, call: Call) -> bool:
    return one.conditions.always(call) and not call.positional and not call.keywords


def _is_trained(program: Program, receiver: Value | None) -> bool:
    """Whether an optimiser holds the network, and the network minds its mode."""
    networks = [network for network in program.networks if network.value is receiver]
    if any(network.complete and not _minds_mode(network) for network in networks):
        return False
    held = [network.value for optimiser in program.optimisers for network in optimiser.networks]
    return any(value is receiver for value in held) or not program.optimisers


def _minds_mode(network: Network) -> bool:
    return any(layer.kind in _MODE_LAYERS or layer.setting("rate") for layer in network.layers)


def _fixes(one: Round, evaluated: Call) -> list[Fix]:
    name, loop = receiver_text(evaluated), one.loop
    if (
        name is None
        or not isinstance(loop, Loop)
        or evaluated.function is not one.training.function
    ):
        return []
    edit = insert_before(loop.place, f"{name}.train()")
    # An eval() right before the loop may be meant, as where batch normalisation is frozen.
    safety = Safety.UNSAFE if evaluated.index < one.steps[0].call.index else Safety.SAFE
    return [] if edit is None else [Fix(f"Insert {name}.train()", safety, (edit,))]
