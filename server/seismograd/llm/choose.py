"""Which language model is asked."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from seismograd.llm.anthropic_api import AnthropicModel
from seismograd.llm.budget import Budget
from seismograd.llm.budgeted import Budgeted
from seismograd.llm.editor import EditorModel, EditorTransport
from seismograd.llm.errors import NoModel
from seismograd.llm.language_model import LanguageModel
from seismograd.llm.model_address import why_unsafe
from seismograd.llm.redacted import Redacted
from seismograd.llm.transcripts import Recorded, Replayed, Transcript
from seismograd.settings import MODEL_ADDRESS, Settings

NONE, ANTHROPIC, EDITOR, AUTO = "none", "anthropic", "editor", "auto"
FLAGS = (NONE, ANTHROPIC, EDITOR, AUTO)


@dataclass(frozen=True, slots=True)
class Choice:
    """A model to ask, or none; `why` is a sentence for the log."""

    model: LanguageModel | None
    why: str


def choose_model(
    settings: Settings, flag: str = AUTO, editor: EditorTransport | None = None
) -> Choice:
    """The model that the flag names, or the settings where it is `auto`.

    A key in the environment alone chooses nothing: nothing is sent unless a provider is named.
    Raises `NoModel` where the flag asks for a model that is not to be had; `auto` goes without.
    """
    if flag == AUTO:
        return _configured(settings, editor)
    return _named(flag, settings, editor)


def equipped(model: LanguageModel, budget: Budget, record: Transcript | None = None) -> Budgeted:
    """The model with a budget, without secrets, and with a transcript where one is wanted."""
    if record is not None:
        model = Recorded(model, record)
    return Budgeted(Redacted(model), budget)


def replayed(transcript: Path, budget: Budget) -> Budgeted:
    """What `equipped` recorded, played again: nobody is asked."""
    return Budgeted(Redacted(Replayed(transcript)), budget)


def _configured(settings: Settings, editor: EditorTransport | None) -> Choice:
    provider = settings.llm.get("provider", NONE)
    if provider == NONE:
        return Choice(None, "No language model is asked: the setting llm.provider names none.")
    try:
        return _named(provider, settings, editor)
    except NoModel as error:
        return Choice(None, str(error))


def _named(provider: str, settings: Settings, editor: EditorTransport | None) -> Choice:
    match provider:
        case "none":
            return Choice(None, "No language model is asked.")
        case "anthropic":
            return _anthropic(settings)
        case "editor":
            return _editor(settings, editor)
    raise NoModel(f"There is no provider of language models called '{provider}'.")


def _anthropic(settings: Settings) -> Choice:
    missing = AnthropicModel.lacks()
    if missing is not None:
        raise NoModel(missing)
    address = settings.llm.get(MODEL_ADDRESS)
    unsafe = None if address is None else why_unsafe(address)
    if unsafe is not None:
        raise NoModel(unsafe)
    model = AnthropicModel(_preference(settings, ANTHROPIC), address)
    return Choice(model, f"Anthropic's model {model.name} is asked.")


def _editor(settings: Settings, editor: EditorTransport | None) -> Choice:
    if editor is None:
        raise NoModel("There is no editor here whose language model could be asked.")
    model = EditorModel(editor, _preference(settings, EDITOR))
    return Choice(model, f"The editor's language model {model.name} is asked.".replace("  ", " "))


def _preference(settings: Settings, provider: str) -> str | None:
    """The setting names a model of the provider that it stands beside, and of no other."""
    configured = settings.llm.get("provider", provider)
    return settings.llm.get("model") if configured in (provider, NONE) else None
