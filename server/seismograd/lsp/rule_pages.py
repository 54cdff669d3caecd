"""The pages of the rules and their addresses."""

from __future__ import annotations

import re

from seismograd.reports.rule_page import rule_markdown
from seismograd.rules.rule import Rule

_PAGE_URI = re.compile(r"seismograd:/+rules/(?P<code>[\w-]+)(?:\.md)?")


def rule_page_uri(code: str) -> str:
    """The address of a page, which clients open with the `seismograd/rulePage` request."""
    return f"seismograd:/rules/{code}.md"


def rule_page(rules: tuple[Rule, ...], name: str) -> str | None:
    """The Markdown of a page, asked for by code, name or address; None where there is none."""
    match = _PAGE_URI.fullmatch(name.strip())
    wanted = match["code"] if match else name.strip()
    found = (rule for rule in rules if wanted in (rule.code, rule.name))
    return next((rule_markdown(rule) for rule in found), None)
