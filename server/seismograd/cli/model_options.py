"""Options about the language model that may help."""

from __future__ import annotations

import argparse
from dataclasses import replace
from pathlib import Path

from seismograd.cli.trouble import UsageError, say
from seismograd.llm import LanguageModel, NoModel
from seismograd.llm.budget import Budget, Limits
from seismograd.llm.choose import AUTO, choose_model
from seismograd.llm.errors import NotRecorded
from seismograd.llm.transcripts import Replayed
from seismograd.settings import MODEL_ADDRESS, Settings, with_model_address
from seismograd_sandbox.untrusted_writes import append_to_file

MODELS = ("none", "anthropic", AUTO)


def add_model_arguments(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("language model (none is needed)")
    group.add_argument(
        "--model",
        choices=MODELS,
        default=AUTO,
        help="which provider is asked (default: the one of the setting llm.provider, if any)",
    )
    group.add_argument("--llm-model", metavar="NAME", help="which of its models")
    group.add_argument(
        "--base-url",
        metavar="URL",
        help="another address of the provider; your key is sent there "
        "(default: ANTHROPIC_BASE_URL; never taken from the project)",
    )
    group.add_argument(
        "--budget-dollars", type=float, metavar="N", help="the most that it may cost (default: 5)"
    )
    group.add_argument(
        "--transcript", metavar="FILE", help="record what the model is asked and answers"
    )
    group.add_argument(
        "--replay", metavar="FILE", help="answer from such a recording; nobody is asked"
    )


def model_from(settings: Settings, arguments: argparse.Namespace) -> LanguageModel | None:
    try:
        choice = choose_model(trusted(settings, arguments), arguments.model)
    except NoModel as error:
        raise UsageError(str(error)) from error
    if choice.model is not None:
        _tell(choice.why, settings, arguments)
    return choice.model


def _tell(who: str, settings: Settings, arguments: argparse.Namespace) -> None:
    """What of this the project chose, and what it wished to choose."""
    if arguments.model == AUTO:
        say(f"{who} The setting llm.provider says so; --model none asks nobody")
    if MODEL_ADDRESS in settings.llm and arguments.base_url is None:
        say("llm.baseUrl of pyproject.toml is not used here: name the address with --base-url")


def trusted(settings: Settings, arguments: argparse.Namespace) -> Settings:
    """With the address that the user names, and the model."""
    address = None if arguments.base_url is None else _address(arguments.base_url)
    settings = with_model_address(settings, address)
    llm = dict(settings.llm)
    if arguments.llm_model is not None:
        llm["model"] = arguments.llm_model
        if arguments.model != AUTO:
            # A model that is named is one of the provider that is named beside it.
            llm["provider"] = arguments.model
    return replace(settings, llm=llm)


def budget_from(arguments: argparse.Namespace) -> Budget:
    dollars = arguments.budget_dollars
    if dollars is None:
        return Budget()
    if not 0 < dollars < float("inf"):
        raise UsageError("--budget-dollars must be a positive number")
    return Budget(Limits(dollars=dollars))


def replay_from(arguments: argparse.Namespace) -> Path | None:
    if arguments.replay is None:
        return None
    if arguments.transcript is not None:
        raise UsageError("--transcript and --replay cannot go together")
    path = Path(arguments.replay)
    try:
        Replayed(path)
    except NotRecorded as error:
        raise UsageError(str(error)) from error
    return path


def transcript_from(arguments: argparse.Namespace, root: Path) -> Path | None:
    """Whether it can be written shows before anything is asked, not after."""
    if arguments.transcript is None:
        return None
    path = Path(arguments.transcript)
    try:
        append_to_file(path, b"", within=root)
    except OSError as error:
        raise UsageError(f"--transcript {path}: cannot be written ({error.strerror})") from error
    return path


def _address(text: str) -> str:
    if not text.startswith(("https://", "http://")):
        raise UsageError(f"--base-url {text}: an address begins with https:// or http://")
    return text
