"""`seismograd/rulePage`: the page of a rule or symptom as Markdown, for clients that show it."""

from __future__ import annotations

from seismograd.lsp.language_server import SeismogradServer
from seismograd.lsp.protocol import RULE_PAGE, RulePageParams
from seismograd.lsp.rule_pages import rule_page
from seismograd.lsp.symptom_pages import symptom_page


def register(server: SeismogradServer) -> None:
    server.feature(RULE_PAGE)(show_rule_page)


def show_rule_page(ls: SeismogradServer, params: RulePageParams) -> str | None:
    return rule_page(ls.project.rules, params.code) or symptom_page(params.code)
