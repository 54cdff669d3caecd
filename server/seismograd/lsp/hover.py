"""Hover: rules and causes under the pointer, hyperparameters, and what the last run measured."""

from __future__ import annotations

import os
from collections.abc import Iterator
from functools import partial

from lsprotocol import types

from seismograd.faults import Finding, Position, Span
from seismograd.lsp.config_files import is_config_file
from seismograd.lsp.finding_hover import brief_section, full_section
from seismograd.lsp.language_server import SeismogradServer
from seismograd.lsp.markdown import code, prose, unescaped
from seismograd.lsp.project import Project
from seismograd.lsp.run_hover import run_sections
from seismograd.lsp.uris import path_of
from seismograd.program import read_program
from seismograd.program.resolved import ResolvedSetting, settings_at
from seismograd.time_limit import TookTooLong


def register(server: SeismogradServer) -> None:
    server.feature(types.TEXT_DOCUMENT_HOVER)(hover)


async def hover(ls: SeismogradServer, params: types.HoverParams) -> types.Hover | None:
    uri = params.text_document.uri
    if is_config_file(path_of(uri)):
        return None
    return await ls.run_checked(uri, partial(_hover, ls, uri, params.position))


def _hover(ls: SeismogradServer, uri: str, place: types.Position) -> types.Hover | None:
    path, position = ls.project.places.position(uri, place)
    findings = [f for f in ls.project.visible_findings(path) if f.span.touches(position)]
    settings = _settings_at(ls.project, path, position)
    spans = [span for item in settings for span in (item.span, *item.origins)]
    spans = [span for span in spans if span.file == path and span.touches(position)]
    told = run_sections(ls, path, position, settings)
    spans += [*(found.span for found in findings), *(span for span, _ in told)]
    sections = [
        *_setting_sections(ls.project, settings),
        *(text for _, text in told),
        *_finding_sections(ls, findings),
    ]
    if not spans or not sections:
        return None
    return types.Hover(
        contents=_content(ls, "\n\n---\n\n".join(sections)),
        range=ls.project.places.location(spans[0]).range,
    )


def _content(ls: SeismogradServer, text: str) -> types.MarkupContent:
    if ls.client.markdown_hover:
        return types.MarkupContent(kind=types.MarkupKind.Markdown, value=text)
    return types.MarkupContent(kind=types.MarkupKind.PlainText, value=unescaped(text))


def _settings_at(project: Project, path: str, position: Position) -> list[ResolvedSetting]:
    document = project.workspace.document(path)
    if document is None or project.settings.is_excluded(path):
        return []
    try:
        return settings_at(read_program(project.workspace, document), position)
    except TookTooLong:
        return []


def _setting_sections(project: Project, settings: list[ResolvedSetting]) -> Iterator[str]:
    for setting in settings:
        trail = [f"- from {_link(project, span)}" for span in setting.origins]
        yield "\n".join([code(f"{setting.name} = {setting.value}"), "", *trail]).strip()


def _link(project: Project, span: Span) -> str:
    location = project.places.location(span)
    line = location.range.start.line + 1
    return f"[{prose(os.path.basename(span.file))}:{line}]({location.uri}#L{line})"


def _finding_sections(ls: SeismogradServer, findings: list[Finding]) -> Iterator[str]:
    section = brief_section if ls.options.brief_hover else full_section
    return filter(None, (section(ls.project.rules, finding) for finding in findings))
