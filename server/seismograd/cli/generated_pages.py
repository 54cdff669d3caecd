"""Write the pages of all rules and symptoms: `python -m seismograd.cli.generated_pages docs`."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from pathlib import Path

from seismograd.reports.rule_page import rule_index_markdown, rule_markdown
from seismograd.reports.symptom_page import symptom_index_markdown, symptom_markdown
from seismograd.rules.registry import all_rules
from seismograd.traces.symptoms import all_detectors

INDEX = "README.md"
Pages = Mapping[str, str]
"""Texts by file name."""


def rule_pages() -> Pages:
    pages = {f"{rule.code}.md": rule_markdown(rule) for rule in all_rules()}
    return {INDEX: rule_index_markdown(all_rules()), **pages}


def symptom_pages() -> Pages:
    pages = {f"{one.name}.md": symptom_markdown(one) for one in all_detectors()}
    return {INDEX: symptom_index_markdown(all_detectors()), **pages}


FOLDERS: Mapping[str, Callable[[], Pages]] = {"rules": rule_pages, "symptoms": symptom_pages}


def write_pages(folder: Path, pages: Pages) -> None:
    """Make the folder hold these pages and no others."""
    folder.mkdir(parents=True, exist_ok=True)
    for path in folder.glob("*.md"):
        if path.name not in pages:
            path.unlink()
    for name, text in pages.items():
        (folder / name).write_text(text, "utf-8", newline="\n")


if __name__ == "__main__":
    for name, pages in FOLDERS.items():
        write_pages(Path(sys.argv[1], name), pages())
