"""What the findings of the diagnosis propose: each of their fixes can be made or left."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from seismograd.faults import Edit, FaultType, Finding, Fix
from seismograd.localise.interventions.apply_fix import LOSS_NAME
from seismograd.repair.context import RepairContext
from seismograd.repair.operators.operator import Operator
from seismograd.repair.parameter import Choices, Parameter, Value


class RuleFixes(Operator):
    def parameters(self, context: RepairContext) -> Iterator[Parameter]:
        seen: Counter[str] = Counter()
        done: set[tuple[Edit, ...]] = set()
        for cause in context.diagnosis.causes:
            for fix in cause.finding.fixes:
                if fix.edits and fix.edits not in done:
                    done.add(fix.edits)
                    seen[cause.finding.name] += 1
                    yield _parameter(cause.finding, fix, seen[cause.finding.name])


def _parameter(finding: Finding, fix: Fix, number: int) -> Parameter:
    def write(value: Value) -> tuple[Edit, ...]:
        return fix.edits

    return Parameter(
        finding.name if number == 1 else f"{finding.name} ({number})",
        finding.fault_type,
        "",
        Choices((fix.title,)),
        write,
        (fix.title,),
        finding.alternatives,
        costs=finding.fault_type is FaultType.HNE,
        changes_loss=_changes_loss(finding, fix),
    )


def _changes_loss(finding: Finding, fix: Fix) -> bool:
    """Also where the loss gets other inputs: probabilities in the place of raw scores."""
    is_named = any(LOSS_NAME.search(edit.new_text) for edit in fix.edits)
    return is_named or finding.fault_type in (FaultType.LCH, FaultType.ARM)
