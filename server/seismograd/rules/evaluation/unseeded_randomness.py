from __future__ import annotations

from collections.abc import Iterator

from seismograd.faults import FaultType, Finding, Severity
from seismograd.program.model import Program
from seismograd.rules.rule import Rule
from seismograd.source.evaluate.values import Place

_SEEDS = (
    "keras.utils.set_random_seed", "lightning.seed_everything", "torch.manual_seed",
    "torch.random.manual_seed", "tensorflow.random.set_seed", "tensorflow.set_random_seed",
    "transformers.set_seed", "accelerate.utils.set_seed",
)  # fmt: skip


class UnseededRandomness(Rule):
    """
    ## What it does
    Finds programs that train a network without ever setting the seed of the framework's random
    numbers.

    ## Why is this bad?
    Weights, shuffling and dropout differ from run to run. A result cannot be reproduced, a change
    cannot be told from luck, and a fault that shows only sometimes is hard to find.

    ## Example
    ```python
    model = build_model()
    model.fit(x, y)
    ```

    ## How to fix
    ```python
    keras.utils.set_random_seed(42)
    model = build_model()
    model.fit(x, y)
    ```
    In PyTorch call `torch.manual_seed(42)` first.

    ## When to ignore
    Where many runs are averaged on purpose.

    ## References
    - PyTorch documentation, "Reproducibility".
    - Keras documentation of `keras.utils.set_random_seed`.
    """

    code = "SG806"
    name = "unseeded-randomness"
    fault_type = FaultType.API
    severity = Severity.HINT
    confidence = 0.6
    preview = True
    about_absence = True

    def check(self, program: Program) -> Iterator[Finding]:
        seeded = any(program.calls_to(*_SEEDS)) or any(program.calls_to("*.manual_seed"))
        place = _training(program)
        if place is not None and not seeded and program.complete:
            yield self.finding(
                place.span,
                "The network is trained without a fixed seed: results differ from run to run and "
                "cannot be reproduced.",
                because="No call that sets the framework's seed was found.",
            )


def _training(program: Program) -> Place | None:
    """The first training that the program itself starts."""
    places = [fit.place for fit in program.fits if fit.network is not None]
    places += [loop.place for loop in program.loops if loop.networks and loop.epochs is not None]
    return places[0] if places else None
