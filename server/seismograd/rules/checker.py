"""Check a document: read its program, ask every selected rule, respect suppressions."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import chain

from seismograd.faults import Finding
from seismograd.program import give_up, read_program
from seismograd.program.gaps import Gap
from seismograd.program.model import Program
from seismograd.rules.part_findings import findings_of_parts
from seismograd.rules.registry import all_rules
from seismograd.rules.rule import Rule
from seismograd.rules.selection import is_selected, selected_rules
from seismograd.rules.suppression import Suppressions
from seismograd.rules.suppressions.invalid_suppression import InvalidSuppression
from seismograd.rules.suppressions.unused_suppression import UnusedSuppression
from seismograd.settings import Settings
from seismograd.source.document import Document
from seismograd.source.module_of_tests import is_module_of_tests
from seismograd.source.workspace import Workspace
from seismograd.time_limit import TimeLimit, TookTooLong

FAMILIES_IN_TESTS = frozenset({"graph", "loops", "shapes"})
"""Rules about code that does not do what it says, which is wrong in a test as well; in tests, which
train toy networks on purpose, the others have no say."""
FAMILIES_BY_PART = frozenset(
    {"agreement", "architecture", "data", "graph", "initialisation", "loops", "optimisation",
     "shapes"}
)  # fmt: skip
"""Rules about what one network, one loss, one loop or one optimiser says by itself."""
CHECK_SECONDS = 6.0
"""Processor time for one file; those of honest projects take a small part of a second."""
log = logging.getLogger(__name__)
_INVALID = InvalidSuppression()
_UNUSED = UnusedSuppression()


class Checker:
    """Finds faults in the documents of a workspace under one folder's settings."""

    def __init__(
        self, workspace: Workspace, settings: Settings, rules: Iterable[Rule] | None = None
    ) -> None:
        self.workspace = workspace
        self.settings = settings
        self.gaps: tuple[Gap, ...] = ()
        """What was read in part only of the document that was checked last."""
        known = all_rules() if rules is None else tuple(rules)
        self.rules = selected_rules(known, settings)
        self._names = [
            key for rule in (*known, _INVALID, _UNUSED) for key in (rule.code, rule.name)
        ]
        self._everywhere = _RuleSet(self.rules)
        self._in_tests = _RuleSet(rule for rule in self.rules if rule.family in FAMILIES_IN_TESTS)

    def check(self, document: Document) -> list[Finding]:
        """Findings of one document, most likely cause first.

        A fault that a script reveals in a module it imports is reported in that module.
        Raises `TookTooLong` where the document takes more time than any file may.
        """
        try:
            with TimeLimit(CHECK_SECONDS):
                return self._check(document)
        except TookTooLong:
            give_up(document)
            raise

    def _check(self, document: Document) -> list[Finding]:
        program = read_program(self.workspace, document)
        self.gaps = program.gaps
        rules = self._in_tests if is_module_of_tests(document) else self._everywhere
        gravest_last = sorted(rules.findings(program), key=lambda found: -found.severity.rank)
        unique = {(found.code, found.span): found for found in gravest_last}
        kept = self._suppress(document, list(unique.values()), rules.all)
        return sorted((self._graded(found) for found in kept), key=lambda found: found.sort_key)

    def _suppress(
        self, document: Document, findings: list[Finding], rules: Iterable[Rule]
    ) -> list[Finding]:
        here = Suppressions.of(document)
        kept = here.filter([found for found in findings if found.span.file == document.path])
        for found in findings:
            if found.span.file != document.path:
                other = self.workspace.document(found.span.file)
                if other is None or Suppressions.of(other).filter([found]):
                    kept.append(found)
        if is_selected(_UNUSED, self.settings):
            kept.extend(_UNUSED.of_comments(here, rules))
        if is_selected(_INVALID, self.settings):
            kept.extend(_INVALID.of_comments(here, self._names))
        return kept

    def _graded(self, finding: Finding) -> Finding:
        severities = self.settings.severity
        severity = severities.get(finding.code) or severities.get(finding.name)
        return finding if severity is None else replace(finding, severity=severity)


class _RuleSet:
    """Rules, told apart by what they look at."""

    def __init__(self, rules: Iterable[Rule]) -> None:
        self.all = tuple(rules)
        self._by_part = tuple(rule for rule in self.all if _looks_at_parts(rule))
        self._on_whole = tuple(rule for rule in self.all if not _looks_at_parts(rule))
        self._about_absence = {rule.code for rule in self.all if rule.about_absence}

    def findings(self, program: Program) -> Iterator[Finding]:
        parts = findings_of_parts(self._by_part, program, _run_rules)
        for found in chain(parts, _run_rules(self._on_whole, program)):
            # What could not be read may hold what seems to be missing.
            if not (found.code in self._about_absence and program.is_broken(found.span)):
                yield found


def _looks_at_parts(rule: Rule) -> bool:
    if rule.needs_whole_file is None:
        return rule.family in FAMILIES_BY_PART
    return not rule.needs_whole_file


def _run_rules(rules: Iterable[Rule], program: Program) -> Iterator[Finding]:
    for rule in rules:
        try:
            yield from list(rule.check(program))
        except Exception:
            # One bad rule must not silence the others, nor kill the server.
            log.exception("rule %s failed on %s", rule.code, program.path)
