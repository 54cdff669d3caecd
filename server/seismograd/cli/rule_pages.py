"""Write the pages of all rules: `python -m seismograd.cli.rule_pages docs/rules`."""

from __future__ import annotations

import sys
from pathlib import Path

from seismograd.reports.rule_page import rule_index_markdown, rule_markdown
from seismograd.rules.registry import all_rules

INDEX = "README.md"


def rule_pages() -> dict[str, str]:
    """The text of every page by file name."""
    pages = {f"{rule.code}.md": rule_markdown(rule) for rule in all_rules()}
    return {INDEX: rule_index_markdown(all_rules()), **pages}


def write_pages(folder: Path) -> None:
    """Make the folder hold these pages and no others."""
    folder.mkdir(parents=True, exist_ok=True)
    pages = rule_pages()
    for path in folder.glob("*.md"):
        if path.name not in pages:
            path.unlink()
    for name, text in pages.items():
        (folder / name).write_text(text, "utf-8", newline="\n")


if __name__ == "__main__":
    write_pages(Path(sys.argv[1]))
