"""What the findings of the diagnosis propose: each of their fixes can be made or left."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from seismograd.faults import Edit, FaultType, Finding, Fix, Span
from seismograd.localise.interventions.apply_fix import LOSS_NAME
from seismograd.repair.context import RepairContext
from seismograd.repair.operators.operator import Operator
from seismograd.repair.parameter import Choices, Parameter, Value
from seismograd.source.evaluate.values import ConfigConst


class RuleFixes(Operator):
    def parameters(self, context: RepairContext) -> Iterator[Parameter]:
        seen: Counter[str] = Counter()
        done: set[tuple[Edit, ...]] = set()
        configured = _configured(context)
        for cause in context.diagnosis.causes:
            for fix in cause.finding.fixes:
                in_config = any(edit.span in configured for edit in fix.edits)
                if fix.edits and fix.edits not in done and not in_config:
                    done.add(fix.edits)
                    seen[cause.finding.name] += 1
                    yield _parameter(cause.finding, fix, seen[cause.finding.name])


def _configured(context: RepairContext) -> set[Span]:
    """Where the source uses values of configuration files: they are changed in those files."""
    settings = context.program.settings
    return {one.span for one in settings if isinstance(one.value, ConfigConst)}


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
