"""Hover: the page of the rule under the pointer, and what a hyperparameter came down to."""

from __future__ import annotations

import os
from collections.abc import Iterator
from functools import partial

from lsprotocol import types

from seismograd.faults import Finding, Position, Span
from seismograd.lsp.language_server import SeismogradServer
from seismograd.lsp.project import Project
from seismograd.lsp.rule_pages import rule_page
from seismograd.program import read_program
from seismograd.program.resolved import ResolvedSetting, settings_at


def register(server: SeismogradServer) -> None:
    server.feature(types.TEXT_DOCUMENT_HOVER)(hover)


async def hover(ls: SeismogradServer, params: types.HoverParams) -> types.Hover | None:
    uri = params.text_document.uri
    return await ls.run_checked(uri, partial(_hover, ls, uri, params.position))


def _hover(ls: SeismogradServer, uri: str, place: types.Position) -> types.Hover | None:
    path, position = ls.project.places.position(uri, place)
    findings = [f for f in ls.project.visible_findings(path) if f.span.touches(position)]
    settings = _settings_at(ls.project, path, position)
    spans = [span for item in settings for span in (item.span, *item.origins)]
    spans = [span for span in spans if span.file == path and span.touches(position)]
    spans += [found.span for found in findings]
    if not spans:
        return None
    sections = [
        *_setting_sections(ls.project, settings),
        *_finding_sections(ls.project, findings),
    ]
    return types.Hover(
        contents=_content(ls, "\n\n---\n\n".join(sections)),
        range=ls.project.places.location(spans[0]).range,
    )


def _content(ls: SeismogradServer, text: str) -> types.MarkupContent:
    markdown = ls.client.markdown_hover
    kind = types.MarkupKind.Markdown if markdown else types.MarkupKind.PlainText
    return types.MarkupContent(kind=kind, value=text)


def _settings_at(project: Project, path: str, position: Position) -> list[ResolvedSetting]:
    document = project.workspace.document(path)
    if document is None or project.settings.is_excluded(path):
        return []
    return settings_at(read_program(project.workspace, document), position)


def _setting_sections(project: Project, settings: list[ResolvedSetting]) -> Iterator[str]:
    for setting in settings:
        trail = [f"- from {_link(project, span)}" for span in setting.origins]
        yield "\n".join([f"`{setting.name} = {setting.value}`", "", *trail]).strip()


def _link(project: Project, span: Span) -> str:
    location = project.places.location(span)
    line = location.range.start.line + 1
    return f"[{os.path.basename(span.file)}:{line}]({location.uri}#L{line})"


def _finding_sections(project: Project, findings: list[Finding]) -> Iterator[str]:
    for finding in findings:
        evidence = "\n".join(f"- {piece.summary}" for piece in finding.evidence)
        page = rule_page(project.rules, finding.code) or ""
        # The title of a page would tower over what a small window shows beside it.
        page = "##" + page if page.startswith("# ") else page
        yield "\n\n".join(part for part in (finding.message, evidence, page) if part)
