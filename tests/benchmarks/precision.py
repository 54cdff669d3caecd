"""Findings on good code: how many for 1,000 lines, each with the line it stands on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from tests.benchmarks.corpora import Tree, downloaded_trees, installed_trees, sound_tree
from tests.benchmarks.figures import Figure

from seismograd.cli.analysis import check_files
from seismograd.cli.folder_settings import FolderSettings
from seismograd.faults import Finding, Severity

MOST = 0.2
ROOT = Path(__file__).parents[2]
LISTING = ROOT / "build" / "bench" / "findings.txt"


def measure(names: frozenset[str] = frozenset()) -> Iterator[Figure]:
    """Check the trees (those named); the findings go to a file that a person reads."""
    trees = [sound_tree(), *installed_trees(), *downloaded_trees()]
    chosen = [tree for tree in trees if not names or tree.name in names]
    LISTING.parent.mkdir(parents=True, exist_ok=True)
    with LISTING.open("w") as listing:
        for tree in chosen:
            findings, crashes = _check(tree)
            listing.write("\n".join([f"== {tree.name}", *crashes, *_described(tree, findings), ""]))
            yield _figure(tree, findings, crashes)


def _check(tree: Tree) -> tuple[list[Finding], list[str]]:
    findings: dict[tuple[object, ...], Finding] = {}
    crashes = []
    for result in check_files(tree.files, [str(tree.root)], FolderSettings({}), jobs=1):
        if result.error is not None:
            crashes.append(f"CRASH {result.path}: {result.error}")
        for found in result.findings:
            findings[found.code, found.span] = found
    return list(findings.values()), crashes


def _figure(tree: Tree, findings: list[Finding], crashes: list[str]) -> Figure:
    grave = [found for found in findings if found.severity.rank <= Severity.WARNING.rank]
    lines = tree.lines
    details: dict[str, object] = {
        "lines": lines,
        "warnings": len(grave),
        "all": len(findings),
        "crashes": len(crashes),
    }
    details |= dict(Counter(found.code for found in grave).most_common(5))
    most = 0.0 if tree.name == "sound programs" else MOST
    value = len(grave) / lines * 1000 if not crashes else float("inf")
    return Figure(f"warnings, {tree.name}", value, unit="/kline", most=most, details=details)


def _described(tree: Tree, findings: list[Finding]) -> Iterator[str]:
    for found in sorted(findings, key=lambda found: found.sort_key):
        path, line = found.span.file, found.span.start.line
        place = Path(path).relative_to(tree.root) if path.startswith(str(tree.root)) else path
        source = Path(path).read_text(errors="replace").split("\n")[line - 1].strip()
        yield (
            f"{found.severity:8}{found.code} {found.fault_type.name:6}{place}:{line}\n"
            f"        {source}\n        {found.message}"
        )
