from __future__ import annotations

from collections.abc import Iterator, Sequence

from seismograd.faults import FaultType, Finding, Fix, Safety, Severity
from seismograd.near_names import nearest
from seismograd.program.model import Program
from seismograd.rules.rule import FixAvailability, Rule
from seismograd.rules.suppression import INVALID_CODE, INVALID_NAME, Suppressions
from seismograd.rules.suppression_comments import Flaw, Suppression


class InvalidSuppression(Rule):
    """
    ## What it does

    Finds comments that are meant to silence findings and cannot: they name a rule that does not
    exist, or they are not written as such a comment must be.

    ## Why is this bad?

    The comment silences nothing, although its author believes that it does. What it was written
    for is reported all the same, and readers think that it was looked at.

    ## Example

    ```python
    probabilities = model(x).softmax(1)  # seismograd: ignore[SG1001]
    logits = model(x)  # seismograd: ignore[SG301
    ```

    ## How to fix

    Name the rule by its whole code or its name, in brackets:

    ```python
    probabilities = model(x).softmax(1)  # seismograd: ignore[SG101]
    logits = model(x)  # seismograd: ignore[SG301]
    ```

    The fix takes away codes that no rule has, and completes brackets around codes that exist.

    ## When to ignore

    When the same file is also checked by another version of the tool, which has other rules.

    ## References

    - The section "Silencing a finding" of the project's README.
    """

    code = INVALID_CODE
    name = INVALID_NAME
    fault_type = FaultType.API
    severity = Severity.INFO
    confidence = 1.0
    fix_availability = FixAvailability.SOMETIMES
    fix_safety = Safety.SAFE

    def check(self, program: Program) -> Iterator[Finding]:
        """Nothing: comments are no part of the program."""
        return iter(())

    def of_comments(self, comments: Suppressions, known: Sequence[str]) -> Iterator[Finding]:
        """A finding for each comment with a flaw, and for each that names no known rule."""
        found = [self._flawed(comment, known) for comment in comments.flawed]
        for comment in comments:
            if unknown := [code for code in comment.codes if not _is_among(code, known)]:
                found.append(self._unknown(comment, unknown, known))
        yield from (finding for finding in found if not comments.name(finding))

    def _flawed(self, comment: Suppression, known: Sequence[str]) -> Finding:
        return self.finding(
            comment.span,
            f"This suppression silences nothing: {comment.flaw}.",
            because="The comment is not written as a suppression.",
            fixes=_completed(comment, known),
        )

    def _unknown(self, comment: Suppression, unknown: list[str], known: Sequence[str]) -> Finding:
        guesses = [_guess(code, known) for code in unknown]
        said = ", ".join(map("{}{}".format, unknown, guesses))
        edit = comment.without(unknown)
        return self.finding(
            comment.span,
            f"This suppression names no rule: {said}.",
            because="No rule has this code or name.",
            fixes=[Fix("Remove what names no rule", Safety.SAFE, (edit,))],
        )


def _is_among(code: str, known: Sequence[str]) -> bool:
    return any(code.lower() == key.lower() for key in known)


def _guess(code: str, known: Sequence[str]) -> str:
    close = nearest(code, known)
    return "" if close is None else f" (did you mean {close}?)"


def _completed(comment: Suppression, known: Sequence[str]) -> Iterator[Fix]:
    """Brackets around what can only be codes; anything else is for the author to say."""
    named = bool(comment.codes) and all(_is_among(code, known) for code in comment.codes)
    if named and comment.flaw is not Flaw.UNKNOWN_FORM:
        edit = comment.with_codes(comment.codes)
        yield Fix("Complete the suppression", Safety.SAFE, (edit,))
