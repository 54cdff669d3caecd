"""What a hover says about a finding."""

from __future__ import annotations

import re
from collections.abc import Iterator

from seismograd.faults import Finding
from seismograd.lsp.markdown import prose
from seismograd.lsp.rule_pages import rule_page, rule_page_uri
from seismograd.rules.rule import Rule

_SECTION = re.compile(r"^## (?P<title>.+)\n(?P<text>(?:(?!## ).*\n?)*)", re.MULTILINE)
_EXPLAINING = ("Why is this bad?", "How to fix")


def full_section(rules: tuple[Rule, ...], finding: Finding) -> str:
    """All there is to say, for clients that show a diagnostic elsewhere and open no pages."""
    page = rule_page(rules, finding.code) or ""
    # The title of a page would tower over what a small window shows beside it.
    page = "##" + page if page.startswith("# ") else page
    return _joined(prose(finding.message), _evidence(finding), page)


def brief_section(rules: tuple[Rule, ...], finding: Finding) -> str:
    """What a diagnostic does not say: evidence, why it hurts, what to do, and where more stands."""
    page = rule_page(rules, finding.code)
    if page is None:
        return _evidence(finding)
    link = f"[All about {finding.code}]({rule_page_uri(finding.code)})"
    return _joined(_evidence(finding), *_explanation(page), link)


def _evidence(finding: Finding) -> str:
    return "\n".join(f"- {prose(piece.summary)}" for piece in finding.evidence)


def _explanation(page: str) -> Iterator[str]:
    for section in _SECTION.finditer(page):
        if section["title"] in _EXPLAINING:
            yield f"**{section['title']}**\n\n{section['text'].strip()}"


def _joined(*parts: str) -> str:
    return "\n\n".join(part for part in parts if part)
