from __future__ import annotations

from collections.abc import Iterator

from seismograd.faults import FaultType, Finding, Related, Severity
from seismograd.program.model import Program
from seismograd.program.numpy.sources import data_source
from seismograd.rules.data._splits import declared_role
from seismograd.rules.rule import Rule


class TrainingOnTestSplit(Rule):
    """
    ## What it does
    Finds training on what the data set itself calls its test split.

    ## Why is this bad?
    The score on the test split then measures memory, not learning, and the larger training split
    lies idle.

    ## Example
    ```python
    loader = DataLoader(MNIST(root, train=False), batch_size=64, shuffle=True)
    for x, y in loader:
        ...
        loss.backward()
    ```

    ## How to fix
    ```python
    loader = DataLoader(MNIST(root, train=True), batch_size=64, shuffle=True)
    ```

    ## When to ignore
    When both splits are trained on for a final model.

    ## References
    - Kapoor and Narayanan: Leakage and the reproducibility crisis in machine-learning-based
      science (2023)
    """

    code = "SG610"
    name = "training-on-test-split"
    fault_type = FaultType.CPP
    alternatives = (FaultType.MET,)
    severity = Severity.WARNING
    confidence = 0.9

    def check(self, program: Program) -> Iterator[Finding]:
        for loop in program.loops:
            loader = loop.loader
            if loader is not None and declared_role(loader) == "test":
                yield self.finding(
                    loader.place.span,
                    "The network is trained on the test split of the data set.",
                    because="The data set is built as a test split.",
                    related=[Related(loop.place.span, "trained here")],
                )
        for fit in program.fits:
            source = data_source(fit.inputs)
            given = fit.call.argument(0, "x")
            if source is not None and source.split == "test" and given is not None:
                yield self.finding(
                    given.place.span,
                    f"The network is trained on the test part of {source.name}.",
                    because="The inputs go back to the test part.",
                )
