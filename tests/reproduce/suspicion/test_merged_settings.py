"""Settings that were given are tried in the place of the usual ones."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from seismograd.reproduce.case import Case
from seismograd.reproduce.context.read_project import read_project
from seismograd.reproduce.criteria.derive import derive
from seismograd.reproduce.observation import Observation, Reached
from seismograd.reproduce.report.parse import parse_report
from seismograd.reproduce.suspicion.merged_settings import merging_patches
from seismograd_sandbox.host.outcome import Ending

REPORT = "# warmth from the config file is ignored\n\n`warmth` has no effect.\n"


@pytest.mark.parametrize(
    ("statement", "other"),
    [
        ('parser.add_argument("--warmth", type=float, default=0.5)',
         "parser.add_argument('--warmth', type=float, default=None)"),
        ('parser.add_argument("--warmth", action="store_true")',
         "parser.add_argument('--warmth', action='store_true', default=None)"),
        ("settings = {**content, **usual}", "settings = {**usual, **content}"),
        ("settings = content | usual", "settings = usual | content"),
        ("settings = dict(content, **usual)", "settings = dict(usual, **content)"),
        ("content.update(usual)", "content.update({**usual, **content})"),
    ],
)  # fmt: skip
def test_what_was_given_holds(statement: str, other: str, tmp_path: Path) -> None:
    assert other in _texts(statement, tmp_path)


@pytest.mark.parametrize(
    "statement",
    [
        'parser.add_argument("--other", default=0.5)',
        'parser.add_argument("--warmth", type=float)',
        'parser.add_argument("--warmth", default=None)',
        "settings = {'a': content, 'b': usual}",
    ],
)
def test_what_does_not_override_anything(statement: str, tmp_path: Path) -> None:
    assert _texts(statement, tmp_path) == set()


def _texts(statement: str, root: Path) -> set[str]:
    source = f"def load(parser, content, usual, warmth=1.0):\n    {statement}\n    return content\n"
    (root / "loading.py").write_text(source)
    report = parse_report(REPORT)
    case = Case(report, root, derive(report)[0], read_project(root))
    seen = Observation(Ending.EXITED, 1, "", "", reached=(Reached("loading.py", "load", 1),))
    return {ast.unparse(ast.parse(patch.text.strip())) for patch in merging_patches(case, seen)}
