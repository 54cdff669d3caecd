"""The language model that may give a second opinion on a diagnosis."""

from __future__ import annotations

import argparse
from pathlib import Path

from seismograd.cli.model_options import budget_from, model_from, replay_from, transcript_from
from seismograd.cli.trouble import say
from seismograd.llm import LanguageModel, ModelError
from seismograd.llm.choose import equipped, replayed
from seismograd.llm.transcripts import Transcript
from seismograd.localise.diagnose_training import add_second_opinion
from seismograd.localise.diagnosis import Diagnosis
from seismograd.runs.summary import RunSummary
from seismograd.settings import Settings


def second_opinion(
    diagnosis: Diagnosis, summary: RunSummary, settings: Settings, arguments: argparse.Namespace
) -> Diagnosis:
    """The same where no model is configured, or it gives no answer."""
    model = _model(Path(summary.record.root), settings, arguments)
    if model is None:
        return diagnosis
    try:
        return add_second_opinion(diagnosis, summary, model)
    except ModelError as error:
        say(f"the language model gave no second opinion: {error}")
        return diagnosis


def _model(root: Path, settings: Settings, arguments: argparse.Namespace) -> LanguageModel | None:
    budget, replay = budget_from(arguments), replay_from(arguments)
    if replay is not None:
        return replayed(replay, budget)
    model = model_from(settings, arguments)
    record = transcript_from(arguments, root)
    if model is None:
        return None
    return equipped(model, budget, None if record is None else Transcript(record, within=root))
