"""A command to try the language model, and the pieces of its answer.

What they need is loaded with the first question.
"""

from __future__ import annotations

from typing import Any

from seismograd.lsp.language_server import SeismogradServer
from seismograd.lsp.protocol import COMPLETION, CompletionParams

TRY_LANGUAGE_MODEL = "seismograd.tryLanguageModel"


def register(server: SeismogradServer) -> None:
    server.feature(COMPLETION)(take_fragment)
    server.command(TRY_LANGUAGE_MODEL)(try_language_model)


def take_fragment(ls: SeismogradServer, params: CompletionParams) -> None:
    ls.editor_model.take_fragment(params)


async def try_language_model(ls: SeismogradServer, *_arguments: Any) -> dict[str, str]:
    from seismograd.lsp import language_model_command

    return await language_model_command.try_language_model(ls)
