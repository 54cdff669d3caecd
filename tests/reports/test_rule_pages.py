from __future__ import annotations

from pathlib import Path

from seismograd.cli.rule_pages import rule_pages, write_pages

DOCS = Path(__file__).parents[2] / "docs" / "rules"


def test_the_written_rule_pages_are_current() -> None:
    written = {path.name: path.read_text("utf-8") for path in DOCS.glob("*.md")}
    stale = sorted(
        name
        for name in written.keys() | rule_pages().keys()
        if written.get(name) != rule_pages().get(name)
    )
    assert stale == [], "run: make docs (python -m seismograd.cli.rule_pages docs/rules)"


def test_pages_of_removed_rules_are_removed(tmp_path: Path) -> None:
    (tmp_path / "SG000.md").write_text("gone")
    write_pages(tmp_path)
    assert {path.name for path in tmp_path.iterdir()} == rule_pages().keys()
