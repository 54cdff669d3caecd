from __future__ import annotations

from collections.abc import Iterator

from seismograd.faults import FaultType, Finding, Fix, Safety, Severity
from seismograd.program.model import Loader, Program
from seismograd.rules.offers import safe_fix
from seismograd.rules.rule import FixAvailability, Rule
from seismograd.source.rewrite import set_argument


class DroppedTestExamples(Rule):
    """
    ## What it does
    Finds a loader of test data that drops its last, smaller batch.

    ## Why is this bad?
    Some examples are never measured, and which ones depends on the batch size.

    ## Example
    ```python
    test_loader = DataLoader(test_set, batch_size=64, drop_last=True)
    ```

    ## How to fix
    ```python
    test_loader = DataLoader(test_set, batch_size=64)
    ```

    ## When to ignore
    When the network demands batches of one size, as some compiled or distributed ones do.

    ## References
    - PyTorch documentation of `torch.utils.data.DataLoader`
    """

    code = "SG617"
    name = "dropped-test-examples"
    fault_type = FaultType.MET
    alternatives = (FaultType.CPP,)
    severity = Severity.INFO
    confidence = 0.85
    fix_availability = FixAvailability.ALWAYS
    fix_safety = Safety.SAFE

    def check(self, program: Program) -> Iterator[Finding]:
        for loader in program.loaders:
            drop = loader.settings["drop_last"]
            if loader.role == "test" and drop.flag is True and not drop.is_default:
                yield self.finding(
                    drop.span,
                    "The last batch of the test data is dropped: its examples are never measured.",
                    because="The loader reads a test split with drop_last.",
                    fixes=_fixes(loader),
                )


def _fixes(loader: Loader) -> list[Fix]:
    edit = set_argument(loader.place, "drop_last", "False")
    return safe_fix("Keep the last batch", edit)
