"""The language model that may give a second opinion on a diagnosis, as for reproductions."""

from __future__ import annotations

import logging
from collections.abc import Callable

from seismograd.cancellation import Cancellation
from seismograd.llm import Cancelled, LanguageModel, ModelError
from seismograd.llm.budget import Budget
from seismograd.llm.choose import NONE, choose_model, equipped
from seismograd.localise.diagnose_training import add_second_opinion
from seismograd.localise.diagnosis import Diagnosis
from seismograd.lsp.language_server import SeismogradServer
from seismograd.runs.summary import RunSummary
from seismograd.settings import Settings

log = logging.getLogger(__name__)
ASKING = "asking the language model for a second opinion"


def model_for_diagnosis(ls: SeismogradServer, settings: Settings) -> LanguageModel | None:
    """The one that `llm.provider` names, with a budget and without secrets."""
    editor = ls.editor_model if ls.options.language_model else None
    choice = choose_model(settings, editor=editor)
    if choice.model is not None:
        return equipped(choice.model, Budget())
    if settings.llm.get("provider", NONE) != NONE:
        log.warning("There is no second opinion on the diagnosis: %s", choice.why)
    return None


def second_opinion(
    diagnosis: Diagnosis,
    summary: RunSummary,
    model: LanguageModel | None,
    cancel: Cancellation,
    tell: Callable[[str], None],
) -> Diagnosis:
    """The same where there is no model, or it gives no answer. Waits."""
    if model is None:
        return diagnosis
    tell(ASKING)
    try:
        return add_second_opinion(diagnosis, summary, model, cancel)
    except Cancelled:
        return diagnosis
    except ModelError as error:
        log.warning("The language model gave no second opinion: %s", error)
        return diagnosis
