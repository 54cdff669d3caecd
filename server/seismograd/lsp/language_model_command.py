"""One question to the language model, to see whether it answers."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial

from seismograd.cancellation import Cancellation
from seismograd.jobs import Job, JobState
from seismograd.llm import Cancelled, Completion, LanguageModel, Message, ModelError, NoModel, Role
from seismograd.llm.choose import AUTO, EDITOR, choose_model
from seismograd.lsp.language_server import SeismogradServer
from seismograd.lsp.model_errors import wire_error
from seismograd.lsp.side_thread import in_side_thread
from seismograd.settings import Settings

KIND = "language-model"
SYSTEM = "You answer in one short sentence."
QUESTION = Message(
    Role.USER,
    "Which loss function does PyTorch offer for a classifier that returns raw logits?",
)


def _chosen(ls: SeismogradServer, settings: Settings) -> LanguageModel:
    """The one that the settings name, else the editor's own; raises `NoModel`."""
    if not ls.options.trusted:
        raise NoModel("No language model is asked about a workspace that is not trusted.")
    provider = settings.llm.get("provider", EDITOR)
    if provider == EDITOR and not ls.options.language_model:
        raise NoModel("This editor offers no language model.")
    flag = AUTO if "provider" in settings.llm else EDITOR
    choice = choose_model(settings, flag, ls.editor_model)
    if choice.model is None:
        raise NoModel(choice.why)
    return choice.model


async def try_language_model(ls: SeismogradServer) -> dict[str, str]:
    """Ask a fixed question, as a job; the result is the answer and who gave it."""
    _, task = ls.jobs.start(KIND, "Test language model", partial(_try, ls))
    await asyncio.wait([task])
    if task.cancelled():
        raise wire_error(Cancelled())
    answer = task.result()
    if isinstance(answer, ModelError):
        raise wire_error(answer)
    return {"text": answer.text, "model": answer.model}


async def _try(ls: SeismogradServer, job: Job) -> Completion | ModelError:
    try:
        return await _answer(ls, job)
    except ModelError as error:
        # Nothing is wrong with the server: this is for the user, not for the log.
        job.end(JobState.FAILED, str(error))
        return error


async def _answer(ls: SeismogradServer, job: Job) -> Completion:
    await ls.configured()
    settings = await ls.worker.run(partial(_settings, ls))
    pieces: list[str] = []

    def show(piece: str) -> None:
        pieces.append(piece)
        ls.on_loop(partial(job.report, "".join(pieces)))

    # Whoever calls this command wants a question to be sent, and this one tells nothing.
    return await _ask(_chosen(ls, settings), show)


def _settings(ls: SeismogradServer) -> Settings:
    """The settings that hold for what belongs to no file."""
    return ls.project.settings.settings("untitled:")


async def _ask(model: LanguageModel, show: Callable[[str], None]) -> Completion:
    cancel = Cancellation()
    try:
        return await in_side_thread(
            lambda: model.complete([QUESTION], system=SYSTEM, on_text=show, cancel=cancel)
        )
    except asyncio.CancelledError:
        cancel.set()
        raise
