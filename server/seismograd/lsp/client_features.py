"""What the client says it can do, as far as the server behaves differently for it."""

from __future__ import annotations

from dataclasses import dataclass

from lsprotocol import types
from pygls.capabilities import get_capability


@dataclass(frozen=True, slots=True)
class ClientFeatures:
    """Answers to the questions that the features ask."""

    pulls_diagnostics: bool = False
    refreshes_diagnostics: bool = False
    related_documents: bool = False
    related_information: bool = False
    diagnostic_tags: bool = False
    code_descriptions: bool = False
    versioned_edits: bool = False
    annotates_edits: bool = False
    resolves_edits: bool = False
    markdown_hover: bool = False
    answers_configuration: bool = False
    registers_configuration: bool = False
    registers_file_watchers: bool = False
    shows_progress: bool = False
    refreshes_lenses: bool = False

    @classmethod
    def of(cls, capabilities: types.ClientCapabilities) -> ClientFeatures:
        def has(path: str) -> bool:
            return bool(get_capability(capabilities, path, False))

        pulls = get_capability(capabilities, "text_document.diagnostic", None) is not None
        style = "text_document.diagnostic" if pulls else "text_document.publish_diagnostics"
        resolvable = get_capability(
            capabilities, "text_document.code_action.resolve_support.properties", None
        )
        formats = get_capability(capabilities, "text_document.hover.content_format", None)
        return cls(
            pulls_diagnostics=pulls,
            refreshes_diagnostics=has("workspace.diagnostics.refresh_support"),
            related_documents=has("text_document.diagnostic.related_document_support"),
            related_information=has(f"{style}.related_information"),
            diagnostic_tags=has(f"{style}.tag_support"),
            code_descriptions=has(f"{style}.code_description_support"),
            versioned_edits=has("workspace.workspace_edit.document_changes"),
            annotates_edits=get_capability(
                capabilities, "workspace.workspace_edit.change_annotation_support", None
            )
            is not None,
            resolves_edits="edit" in (resolvable or ())
            and has("text_document.code_action.data_support"),
            markdown_hover=types.MarkupKind.Markdown in (formats or ()),
            answers_configuration=has("workspace.configuration"),
            registers_configuration=has("workspace.did_change_configuration.dynamic_registration"),
            registers_file_watchers=has("workspace.did_change_watched_files.dynamic_registration"),
            shows_progress=has("window.work_done_progress"),
            refreshes_lenses=has("workspace.code_lens.refresh_support"),
        )
