"""Diagnose a run, with the second opinion of a language model where one is configured."""

from __future__ import annotations

import argparse
from pathlib import Path

from seismograd.cancellation import Cancellation
from seismograd.cli.model_options import budget_from, model_from, replay_from, transcript_from
from seismograd.cli.project_settings import settings_of_own_project
from seismograd.cli.trouble import UsageError, say
from seismograd.llm import LanguageModel, ModelError
from seismograd.llm.choose import equipped, replayed
from seismograd.llm.transcripts import Transcript
from seismograd.localise.diagnose_training import EmptyTrace, add_second_opinion, diagnose_summary
from seismograd.localise.diagnosis import Diagnosis
from seismograd.runs.summary import RunSummary
from seismograd.settings import Settings


def diagnosis_of(
    summary: RunSummary, arguments: argparse.Namespace, cancel: Cancellation | None = None
) -> Diagnosis:
    """Of a run, without experiments, and with what a model adds. Raises `UsageError`."""
    settings = settings_of_own_project(Path(summary.record.root), {})
    try:
        found = diagnose_summary(summary, settings)
    except EmptyTrace as error:
        raise UsageError(str(error)) from error
    return _second_opinion(found, summary, settings, arguments, cancel)


def _second_opinion(
    diagnosis: Diagnosis,
    summary: RunSummary,
    settings: Settings,
    arguments: argparse.Namespace,
    cancel: Cancellation | None,
) -> Diagnosis:
    """The same where no model is configured, or it gives no answer."""
    model = _model(Path(summary.record.root), settings, arguments)
    if model is None:
        return diagnosis
    try:
        return add_second_opinion(diagnosis, summary, model, cancel)
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
