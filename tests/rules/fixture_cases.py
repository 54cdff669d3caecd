"""Rule fixtures on disk: `fixtures/<CODE>/` holds `faulty*` and `clean*` files or folders.

A folder is a small project with the entry `main.py`. `expected.json` maps a file to the findings
that the rule must report in it; its key `also` lists what other rules may say about clean files.
`X.fixed.py` beside `X.py` is `X.py` after the fixes of the rule.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from seismograd.faults import Finding, Safety
from seismograd.rules.checker import Checker
from seismograd.rules.fixing import Fixer
from seismograd.rules.merging import merge_findings
from seismograd.rules.registry import rules_by_name
from seismograd.settings import Settings
from seismograd.source.workspace import Workspace

FIXTURES = Path(__file__).parent / "fixtures"
EXPECTED = "expected.json"
FIXED = ".fixed.py"


@dataclass(frozen=True)
class Case:
    """One file or one small project of a rule's fixture folder."""

    code: str
    path: Path

    @property
    def is_clean(self) -> bool:
        return self.path.name.startswith("clean")

    @property
    def folder(self) -> Path:
        return FIXTURES / self.code

    @property
    def root(self) -> Path:
        return self.path if self.path.is_dir() else self.folder

    @property
    def files(self) -> list[Path]:
        found = sorted(self.path.rglob("*.py")) if self.path.is_dir() else [self.path]
        return [path for path in found if not path.name.endswith(FIXED)]

    def __str__(self) -> str:
        return f"{self.code}/{self.path.name}"


def all_cases() -> list[Case]:
    folders = sorted(path for path in FIXTURES.glob("*") if path.is_dir())
    return [case for folder in folders for case in cases_of(folder.name)]


def cases_of(code: str) -> list[Case]:
    entries = sorted((FIXTURES / code).glob("*"))
    return [Case(code, entry) for entry in entries if _is_case(entry)]


def _is_case(entry: Path) -> bool:
    if not entry.name.startswith(("faulty", "clean")) or entry.name.endswith(FIXED):
        return False
    return entry.suffix == ".py" or (entry.is_dir() and any(entry.rglob("*.py")))


def expectations(code: str) -> dict[str, Any]:
    path = FIXTURES / code / EXPECTED
    return json.loads(path.read_text("utf-8")) if path.exists() else {}


def only_this_rule(code: str) -> Settings:
    return Settings(select=(code,), preview=True)


def check(case: Case, settings: Settings) -> list[Finding]:
    checker = _checker(case, settings)
    documents = [checker.workspace.document(str(path)) for path in case.files]
    return merge_findings(
        found for document in documents if document for found in checker.check(document)
    )


def _checker(case: Case, settings: Settings) -> Checker:
    return Checker(Workspace([case.root]), settings)


def by_file(case: Case, findings: Iterable[Finding]) -> dict[str, list[dict[str, Any]]]:
    """Findings in the form of `expected.json`, in the order of the lines."""
    grouped: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for found in sorted(findings, key=lambda found: (found.span, found.code)):
        name = Path(found.span.file).relative_to(case.folder).as_posix()
        grouped[name].append({"line": found.span.start.line, "code": found.code})
    return dict(grouped)


def of_rule(findings: Iterable[Finding], code: str) -> list[Finding]:
    return [found for found in findings if found.code == code]


def fixed_texts(case: Case) -> dict[Path, str]:
    """What the rule's own fixes make of the case: the safe ones, or else the unsafe ones."""
    unsafe = rules_by_name()[case.code].fix_safety is Safety.UNSAFE
    fixer = Fixer(
        _checker(case, only_this_rule(case.code)),
        unsafe=unsafe,
        only=lambda found: found.code == case.code,
    )
    for path in case.files:
        fixer.fix(str(path))
    assert not fixer.result.refused, fixer.result.refused
    return {Path(path): file.text for path, file in fixer.result.files.items()}


def fixed_path(path: Path) -> Path:
    return path.with_name(path.stem + FIXED)
