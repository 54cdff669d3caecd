from __future__ import annotations

from collections.abc import Iterator

from seismograd.faults import FaultType, Finding, Related, Severity
from seismograd.program.gradients import followed
from seismograd.program.model import Network, Optimiser, Program, Step, TrainingLoop
from seismograd.rules.rule import Rule
from seismograd.source.evaluate.values import Tensor


class DiscriminatorSeesGeneratorGraph(Rule):
    """
    ## What it does
    Finds the loss of one network that is differentiated through another network of the same loop,
    although only the first one is stepped afterwards: the typical missing `detach()` of a GAN.

    ## Why is this bad?
    The gradients for the other network are computed for nothing, and stay there: unless they are
    emptied they are added to its own gradients and push it the wrong way. Using the generated
    batch again for the generator's loss then fails, since its graph is freed.

    ## Example
    ```python
    fake = generator(noise)
    loss_d = criterion(discriminator(fake), zeros)
    loss_d.backward()
    optimizer_d.step()
    ```

    ## How to fix
    ```python
    loss_d = criterion(discriminator(fake.detach()), zeros)
    ```

    ## When to ignore
    When both networks are to learn from this loss.

    ## References
    - Goodfellow et al.: "Generative Adversarial Networks".
    - PyTorch tutorial "DCGAN Tutorial": `netD(fake.detach())`.
    """

    code = "SG709"
    name = "discriminator-sees-generator-graph"
    fault_type = FaultType.GRAPH
    severity = Severity.INFO
    confidence = 0.75
    preview = True

    def check(self, program: Program) -> Iterator[Finding]:
        for loop in program.loops:
            trained = [o for o in loop.optimisers if len(o.networks) == 1]
            if loop.framework == "torch" and len(trained) > 1:
                yield from self._look(loop, trained)

    def _look(self, loop: TrainingLoop, trained: list[Optimiser]) -> Iterator[Finding]:
        for backward in loop.of_kind("backward"):
            own = _next_stepped(loop, backward, trained)
            start = backward.call.receiver
            if own is None or not isinstance(start, Tensor):
                continue
            for other in trained:
                if other is not own and _comes_first(start, own, other):
                    yield self._finding(backward, own, other)

    def _finding(self, backward: Step, own: Optimiser, other: Optimiser) -> Finding:
        return self.finding(
            backward.place.span,
            "This loss is differentiated through a second network whose optimiser does not step "
            "here; detach() what that network made.",
            because="The next step belongs to the optimiser of the first network only.",
            related=[
                Related(own.place.span, "steps next"),
                Related(other.place.span, "belongs to the network in between"),
            ],
        )


def _next_stepped(loop: TrainingLoop, backward: Step, trained: list[Optimiser]) -> Optimiser | None:
    later = [s for s in loop.of_kind("step", "backward") if s.call.index > backward.call.index]
    if not later or later[0].kind != "step":
        return None
    return next((o for o in trained if o.value is later[0].call.receiver), None)


def _layers(network: Network) -> set[int]:
    return {id(layer.value) for layer in network.layers if layer.value is not None}


def _comes_first(start: Tensor, own: Optimiser, other: Optimiser) -> bool:
    """Whether the other network feeds the own one, as a generator does."""
    mine, others = _layers(own.networks[0]), _layers(other.networks[0])
    return any(
        id(inner.layer) in others - mine
        for tensor in followed(start)
        if id(tensor.layer) in mine
        for inner in followed(tensor)
    )
