from __future__ import annotations

from collections.abc import Iterator

from seismograd.faults import FaultType, Finding, Fix, Related, Safety, Severity
from seismograd.program.escapes import may_set_mode
from seismograd.program.gradients import runs_without_gradients
from seismograd.program.model import Network, Optimiser, Program, Step
from seismograd.program.torch.stepped_optimiser import receiver_text
from seismograd.rules.loops._round import Round, rounds
from seismograd.rules.offers import unsafe_fix
from seismograd.rules.rule import FixAvailability, Rule
from seismograd.source.evaluate.calls import Call, Loop
from seismograd.source.evaluate.values import Object, Value
from seismograd.source.rewrite import insert_before

_MODE_LAYERS = frozenset({"batch_norm", "dropout", "instance_norm"})


class TrainingInEvalMode(Rule):
    """
    ## What it does
    Finds a network that is trained while it is in evaluation mode: `eval()` was called before the
    loop, and `train()` was not called since.

    ## Why is this bad?
    In evaluation mode dropout does nothing and batch normalisation uses its running statistics
    without updating them. The network trains without its regularisation and with statistics that
    no longer fit.

    ## Example
    ```python
    model.eval()
    print(accuracy(model, test_loader))
    for x, y in train_loader:
        loss = criterion(model(x), y)
        loss.backward()
        optimizer.step()
    ```

    ## How to fix
    ```python
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
    fix_safety = Safety.UNSAFE

    def check(self, program: Program) -> Iterator[Finding]:
        for one in rounds(program):
            if one.loop is None or not one.of_kind("step"):
                continue
            for forward in _forwards(one):
                evaluated = _evaluated(one, forward)
                if evaluated is not None and _is_trained(one, forward.call.receiver):
                    yield self._finding(one, forward, evaluated)
                    break

    def _finding(self, one: Round, forward: Step, evaluated: Call) -> Finding:
        name = receiver_text(evaluated) or "the network"
        return self.finding(
            forward.place.span,
            f"{name} is trained in evaluation mode: dropout is off and batch statistics are "
            "frozen.",
            because=f"{name}.eval() is called and train() is not called before training goes on.",
            related=[Related(evaluated.place.span, "evaluation mode is switched on here")],
            fixes=_fixes(one, evaluated),
        )


def _forwards(one: Round) -> list[Step]:
    """The runs of networks that gradients are computed from: a round may measure as well."""
    last = max((step.call.index for step in one.of_kind("backward")), default=0)
    return [
        forward
        for forward in one.of_kind("forward")
        if forward.call.index < last and not runs_without_gradients(forward.call)
    ]


def _evaluated(one: Round, forward: Step) -> Call | None:
    """The `eval()` that is in force where a network runs in training."""
    receiver = forward.call.receiver
    called = one.program.index.on(receiver)
    modes = [call for call in called if call.method in ("train", "eval")]
    if (
        not modes
        or not all(_is_plain(one, call) for call in modes)
        or may_set_mode(one.program, receiver)
    ):
        return None
    before = [call for call in modes if call.index < forward.call.index]
    return before[-1] if before and before[-1].method == "eval" else None


def _is_plain(one: Round, call: Call) -> bool:
    return one.conditions.always(call) and not call.positional and not call.keywords


def _is_trained(one: Round, receiver: Value | None) -> bool:
    """Whether an optimiser of the round holds the network, and the network minds its mode."""
    networks = [network for network in one.program.networks if network.value is receiver]
    if any(network.complete and not _minds_mode(network) for network in networks):
        return False
    stepped = {id(step.call.receiver) for step in one.of_kind("step")}
    known = one.program.optimisers
    steps_here = [optimiser for optimiser in known if id(optimiser.value) in stepped] or known
    return not known or any(_updates(optimiser, receiver) for optimiser in steps_here)


def _updates(optimiser: Optimiser, receiver: Value | None) -> bool:
    given = optimiser.parameters
    owner = given.call.receiver if isinstance(given, Object) else None
    return owner is receiver or any(one.value is receiver for one in optimiser.networks)


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
    # The eval() may be meant, as where batch normalisation is frozen.
    return unsafe_fix(f"Insert {name}.train()", edit)
