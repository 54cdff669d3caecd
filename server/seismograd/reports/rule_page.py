"""The page of a rule, made from its docstring and its metadata."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from seismograd.faults import FaultType
from seismograd.reports.docstring_page import (
    aligned,
    docstring_of,
    page_markdown,
    summary_of,
    table_markdown,
)
from seismograd.rules.rule import FixAvailability, Rule

COLUMNS = ("Code", "Name", "Summary", "Fault", "Severity", "Fix")


def rule_markdown(rule: Rule) -> str:
    """The whole page."""
    text = docstring_of(rule, rule.name)
    return page_markdown(f"{rule.name} ({rule.code})", _facts(rule), text)


def rule_index_markdown(rules: Iterable[Rule]) -> str:
    """All rules in tables, one for each family."""
    families: dict[str, list[Rule]] = {}
    for rule in rules:
        families.setdefault(rule_family(rule), []).append(rule)
    tables = [_family_table(family, members) for family, members in families.items()]
    total = sum(len(members) for members in families.values())
    intro = f"{total} rules. Fixes: ✔ safe, ✎ unsafe. Preview rules are off unless selected."
    return "\n\n".join(["# Rules", intro, *tables]) + "\n"


def rule_as_dict(rule: Rule) -> dict[str, Any]:
    """The metadata and the page, for programs."""
    return {
        "code": rule.code,
        "name": rule.name,
        "family": rule_family(rule),
        "summary": rule_summary(rule),
        "fault_type": rule.fault_type.name,
        "alternatives": [fault.name for fault in rule.alternatives],
        "severity": rule.severity.value,
        "fix_availability": rule.fix_availability.value,
        "fix_safety": rule.fix_safety.value if rule.fix_safety else None,
        "preview": rule.preview,
        "page": rule_markdown(rule),
    }


def rule_family(rule: Rule) -> str:
    """The folder that the rule lives in."""
    return type(rule).__module__.split(".")[-2].replace("_", " ")


def rule_summary(rule: Rule) -> str:
    """The first sentence of the page, on one line."""
    return summary_of(docstring_of(rule, rule.name))


def _facts(rule: Rule) -> list[tuple[str, str]]:
    facts = [
        ("Fault type", _fault(rule.fault_type)),
        ("Severity", rule.severity.value),
        ("Fix", _fix(rule)),
        ("Status", "preview: off unless selected" if rule.preview else "on by default"),
    ]
    if rule.alternatives:
        facts.insert(1, ("Or else", ", ".join(map(_fault, rule.alternatives))))
    return facts


def _fault(fault: FaultType) -> str:
    return f"{fault.name}: {fault.value}"


def _fix(rule: Rule) -> str:
    if rule.fix_availability is FixAvailability.NONE:
        return "none"
    safety = f", {rule.fix_safety.value}" if rule.fix_safety else ""
    return f"{rule.fix_availability.value}{safety}"


def _family_table(family: str, rules: list[Rule]) -> str:
    return f"## {family.capitalize()}\n\n{table_markdown(COLUMNS, map(_row, rules))}"


def _row(rule: Rule) -> tuple[str, ...]:
    summary = rule_summary(rule).replace("|", "\\|")
    preview = " (preview)" if rule.preview else ""
    mark = {"safe": "✔", "unsafe": "✎", None: ""}[rule.fix_safety and rule.fix_safety.value]
    link, name = f"[{rule.code}]({rule.code}.md)", f"{rule.name}{preview}"
    return link, name, summary, rule.fault_type.name, rule.severity.value, mark


def rules_table(rules: Iterable[Rule]) -> str:
    """All rules as lines of text."""
    return aligned([_cells(rule) for rule in rules])


def _cells(rule: Rule) -> tuple[str, ...]:
    fix = "" if rule.fix_safety is None else f"{rule.fix_safety.value} fix"
    status = "preview" if rule.preview else ""
    return rule.code, rule.name, rule.fault_type.name, rule.severity.value, fix, status
