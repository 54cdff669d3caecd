from __future__ import annotations

import sys

import pytest

from seismograd.llm import NoModel
from seismograd.llm.anthropic_api import DEFAULT_MODEL, KEY_VARIABLE
from seismograd.llm.choose import choose_model
from seismograd.settings import Settings
from tests.llm.test_editor_model import Desk


@pytest.fixture(autouse=True)
def key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(KEY_VARIABLE, "a-key-for-tests")


def settings(**llm: str) -> Settings:
    return Settings(llm=llm)


def test_a_key_alone_chooses_nothing() -> None:
    choice = choose_model(Settings())
    assert choice.model is None
    assert "llm.provider" in choice.why


def test_the_settings_choose_where_the_flag_does_not() -> None:
    choice = choose_model(settings(provider="anthropic", model="m1", baseUrl="https://x"))
    assert choice.model is not None
    assert choice.model.name == "m1"
    assert "m1" in choice.why


def test_the_flag_goes_before_the_settings() -> None:
    assert choose_model(settings(provider="anthropic"), "none").model is None
    model = choose_model(settings(provider="editor", model="gpt"), "anthropic").model
    assert model is not None
    assert model.name == DEFAULT_MODEL
    model = choose_model(settings(provider="none"), "editor", Desk()).model
    assert model is not None


@pytest.mark.parametrize("provider", ["anthropic", "editor", "nonsense"])
def test_what_is_not_to_be_had_is_an_error_for_a_flag_and_a_reason_for_auto(
    provider: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv(KEY_VARIABLE)
    with pytest.raises(NoModel) as raised:
        choose_model(Settings(), provider)
    choice = choose_model(settings(provider=provider))
    assert (choice.model, choice.why) == (None, str(raised.value))


def test_without_the_package_people_hear_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "anthropic", None)
    with pytest.raises(NoModel, match="pip install"):
        choose_model(Settings(), "anthropic")
