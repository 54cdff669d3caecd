from __future__ import annotations

from collections.abc import Iterable, Iterator

from seismograd.faults import FaultType, Finding, Fix, Safety, Severity
from seismograd.program.model import Program
from seismograd.rules.rule import FixAvailability, Rule
from seismograd.rules.suppression import UNUSED_CODE, UNUSED_NAME, Suppressions
from seismograd.rules.suppression_comments import Suppression


class UnusedSuppression(Rule):
    """
    ## What it does

    Finds comments that silence findings where there is none to silence.

    ## Why is this bad?

    The comment outlived what it was written for. It makes readers look for a fault that is not
    there, and it will hide the next one that comes to stand on its line.

    ## Example

    ```python
    loss = F.cross_entropy(model(x), y)  # seismograd: ignore[SG101]
    ```

    where the network no longer ends in a softmax.

    ## How to fix

    ```python
    loss = F.cross_entropy(model(x), y)
    ```

    ## When to ignore

    When the same file is also checked under settings that switch on other rules. Codes of rules
    that are off are never reported.

    ## References

    - The section "Silencing a finding" of the project's README.
    """

    code = UNUSED_CODE
    name = UNUSED_NAME
    fault_type = FaultType.API
    severity = Severity.HINT
    confidence = 1.0
    fix_availability = FixAvailability.ALWAYS
    fix_safety = Safety.SAFE

    def check(self, program: Program) -> Iterator[Finding]:
        """Nothing: comments can only be judged when all other rules have spoken."""
        return iter(())

    def of_comments(self, comments: Suppressions, active: Iterable[Rule]) -> Iterator[Finding]:
        """A hint for each comment that silenced nothing although its rule was on."""
        found = (self._finding(comment, idle) for comment, idle in comments.unused(active))
        yield from (finding for finding in found if not comments.name(finding))

    def _finding(self, comment: Suppression, idle: list[str]) -> Finding:
        named = f" of {', '.join(idle)}" if idle else ""
        edit = comment.without(idle)
        return self.finding(
            comment.span,
            f"This suppression{named} silences nothing.",
            because="No finding stands where the comment looks.",
            fixes=[Fix("Remove the unused suppression", Safety.SAFE, (edit,))],
        )
