from __future__ import annotations

from collections.abc import Iterator

from seismograd.faults import FaultType, Finding, Fix, Safety, Severity
from seismograd.program.model import Loader, Program
from seismograd.program.torch.datasets import TENSORS, VISION, underlying
from seismograd.rules.offers import safe_fix, unsafe_fix
from seismograd.rules.rule import FixAvailability, Rule
from seismograd.source.evaluate.values import Const, Object
from seismograd.source.rewrite import set_argument

_SHUFFLING = ("shuffle", "sampler", "batch_sampler")


class UnshuffledTrainingData(Rule):
    """
    ## What it does
    Finds a loader of training data that goes through the examples in the same order each time:
    `DataLoader` does not shuffle unless told to.

    ## Why is this bad?
    Data sets are often sorted by class. Batches of one class pull the network to and fro, and batch
    statistics are off; even unsorted, a fixed order makes the gradient noise repeat.

    ## Example
    ```python
    loader = DataLoader(ImageFolder("train"), batch_size=64)
    ```

    ## How to fix
    ```python
    loader = DataLoader(ImageFolder("train"), batch_size=64, shuffle=True)
    ```

    ## When to ignore
    Time series that are read in order on purpose, and data that is shuffled before.

    ## References
    - PyTorch documentation of `torch.utils.data.DataLoader`
    """

    code = "SG605"
    name = "unshuffled-training-data"
    fault_type = FaultType.CPP
    severity = Severity.WARNING
    confidence = 0.85
    fix_availability = FixAvailability.ALWAYS
    fix_safety = Safety.SAFE

    def check(self, program: Program) -> Iterator[Finding]:
        trained = {id(loop.loader) for loop in program.loops if loop.loader is not None}
        for loader in program.loaders:
            if loader.role != "train" or id(loader) not in trained or not _is_in_order(loader):
                continue
            yield self.finding(
                loader.place.span,
                "The training data is read in the same order in every epoch. Shuffle it.",
                because="The loader is used for training, with neither shuffle nor a sampler.",
                fixes=_fixes(loader),
            )


def _is_in_order(loader: Loader) -> bool:
    """Whether a loader certainly keeps the order of a set of independent examples."""
    source = underlying(loader.dataset)
    independent = isinstance(source, Object) and (
        source.path.startswith(VISION) or source.path == TENSORS
    )
    given = [loader.settings[name] for name in _SHUFFLING]
    return independent and all(
        setting.is_default or (isinstance(setting.value, Const) and not setting.value.value)
        for setting in given
    )


def _fixes(loader: Loader) -> list[Fix]:
    edit = set_argument(loader.place, "shuffle", "True")
    source = underlying(loader.dataset)
    images = isinstance(source, Object) and source.path.startswith(VISION)
    offer = safe_fix if images else unsafe_fix
    return offer("Shuffle the training data", edit)
