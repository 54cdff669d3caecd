from __future__ import annotations

from collections.abc import Iterator

from seismograd.faults import FaultType, Finding, Related, Severity
from seismograd.program.model import Network, Program
from seismograd.rules.rule import Rule
from seismograd.source.evaluate.values import Object, Tensor


class SharedBatchNorm(Rule):
    """
    ## What it does
    Finds one batch normalisation that is applied at several places of a network.

    ## Why is this bad?
    It keeps one running mean and variance. Applied to the outputs of different layers, it
    averages statistics that have nothing to do with each other, and in evaluation it normalises
    each of them with that mixture.

    ## Example
    ```python
    x = self.bn(self.conv1(x))
    x = self.bn(self.conv2(x))
    ```

    ## How to fix
    Give each place its own:
    ```python
    x = self.bn1(self.conv1(x))
    x = self.bn2(self.conv2(x))
    ```

    ## When to ignore
    Where the same layers, too, are applied several times to data of one kind, as in siamese
    networks.

    ## References
    - S. Ioffe, C. Szegedy, Batch Normalization, section 3.1: population statistics are kept for
      each activation.
    """

    code = "SG313"
    name = "shared-batch-norm"
    fault_type = FaultType.LRM
    severity = Severity.WARNING
    confidence = 0.8
    preview = True

    def check(self, program: Program) -> Iterator[Finding]:
        for network in program.networks:
            uses: dict[int, list[Tensor]] = {}
            for tensor in network.flow.tensors:
                if tensor.op == "batch_norm" and isinstance(tensor.layer, Object):
                    uses.setdefault(id(tensor.layer), []).append(tensor)
            for tensors in uses.values():
                yield from self._of_norm(network, tensors)

    def _of_norm(self, network: Network, tensors: list[Tensor]) -> Iterator[Finding]:
        sources = {id(tensor.layer): tensor for use in tensors for tensor in _sources(use)}
        places = {tensor.place for tensor in tensors if tensor.place is not None}
        first = tensors[0].place
        if len(sources) < 2 or len(places) < 2 or first is None:
            return
        others = [place for place in places if place != first]
        yield self.finding(
            first.span,
            f"One batch normalisation is applied at {len(places)} places: its running statistics "
            "mix the outputs of different layers.",
            because="The same object normalises the outputs of different layers.",
            related=[Related(place.span, "applied here too") for place in others],
        )


def _sources(use: Tensor) -> Iterator[Tensor]:
    source = use.inputs[0] if use.inputs else None
    if isinstance(source, Tensor) and source.layer is not None:
        yield source
