"""Findings on good code: how many for 1,000 lines, each with the line it stands on."""

from __future__ import annotations

import math
import time
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from tests.benchmarks.corpora import Tree, downloaded_trees, installed_trees, sound_tree
from tests.benchmarks.figures import Figure

from seismograd.cli.folder_settings import FolderSettings
from seismograd.cli.many_files import check_files
from seismograd.faults import Finding, Span

MOST = 0.2
SLOW_SECONDS = 1.0
ROOT = Path(__file__).parents[2]
LISTING = ROOT / "build" / "bench" / "findings.txt"


@dataclass
class Outcome:
    """What checking a tree gave."""

    tree: Tree
    findings: dict[tuple[str, Span], Finding] = field(default_factory=dict)
    crashes: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    slow: list[tuple[float, str]] = field(default_factory=list)

    @property
    def grave(self) -> list[Finding]:
        every = self.findings.values()
        return [found for found in every if found.severity.is_alarm]


def measure(names: frozenset[str] = frozenset()) -> Iterator[Figure]:
    """Check the trees (those named); the findings go to a file that a person reads."""
    trees = [sound_tree(), *installed_trees(), *downloaded_trees()]
    LISTING.parent.mkdir(parents=True, exist_ok=True)
    with LISTING.open("w") as listing:
        for tree in trees:
            if not names or tree.name in names:
                outcome = _check(tree)
                listing.writelines(f"{line}\n" for line in _listed(outcome))
                yield _figure(outcome)


def _check(tree: Tree) -> Outcome:
    outcome = Outcome(tree)
    before = time.process_time()
    for result in check_files(tree.files, [str(tree.root)], FolderSettings({}), jobs=1):
        now = time.process_time()
        if now - before > SLOW_SECONDS:
            outcome.slow.append((now - before, result.path))
        if result.error is not None:
            outcome.crashes[result.error].append(result.path)
        outcome.findings |= {(found.code, found.span): found for found in result.findings}
        before = now
    return outcome


def _figure(outcome: Outcome) -> Figure:
    tree, grave = outcome.tree, outcome.grave
    lines = tree.lines
    details: dict[str, object] = {
        "lines": lines,
        "warnings": len(grave),
        "of these in tests": sum(_is_test(found.span.file) for found in grave),
        "all": len(outcome.findings),
        "crashes": sum(map(len, outcome.crashes.values())),
        "slow files": len(outcome.slow),
    }
    details |= dict(Counter(found.code for found in grave).most_common(5))
    most = 0.0 if tree.name == "sound programs" else MOST
    value = len(grave) / lines * 1000 if not outcome.crashes else math.inf
    return Figure(f"warnings, {tree.name}", value, unit="/kline", most=most, details=details)


def _is_test(path: str) -> bool:
    name = Path(path).name
    return name.startswith("test_") or name.endswith("_test.py")


def _listed(outcome: Outcome) -> Iterator[str]:
    yield f"== {outcome.tree.name}"
    for error, paths in outcome.crashes.items():
        yield f"CRASH in {len(paths)} files such as {paths[0]}: {error}"
    for seconds, path in sorted(outcome.slow, reverse=True):
        yield f"SLOW {seconds:.1f} s {path}"
    for found in sorted(outcome.findings.values(), key=lambda found: found.sort_key):
        path, line = found.span.file, found.span.start.line
        source = Path(path).read_text(errors="replace").split("\n")[line - 1].strip()
        yield f"{found.severity:8}{found.code} {found.fault_type.name:6}{path}:{line}"
        yield f"        {source}"
        yield f"        {found.message}"
