"""The key of a language model goes only where its owner sends it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from pygls.exceptions import JsonRpcException

from seismograd.llm import Message, NoModel, Role, Unreachable
from seismograd.llm.anthropic_api import KEY_VARIABLE, AnthropicModel
from seismograd.llm.choose import choose_model
from seismograd.settings import CAN_RUN_SOMETHING, Settings
from tests.llm.messages_api import fails, messages_api
from tests.lsp.conftest import capabilities, sample_config, session

pytest.importorskip("anthropic")
PACKAGE = Path(__file__).parents[2] / "client-vscode" / "package.json"
KEY = "a-key-for-tests"


@pytest.fixture(autouse=True)
def key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(KEY_VARIABLE, KEY)
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")


@pytest.mark.asyncio
@pytest.mark.parametrize("scoped", [True, False], ids=["folder", "unscoped"])
async def test_the_settings_of_a_folder_cannot_name_where_a_key_is_sent(
    tmp_path: Path, scoped: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    with messages_api() as mine, messages_api() as evil:
        monkeypatch.setenv("ANTHROPIC_BASE_URL", mine.address)
        llm = {"provider": "anthropic", "baseUrl": evil.address}
        settings = {tmp_path.as_uri() if scoped else "": {"llm": llm}}
        options = {} if scoped else {"llm": llm}
        async for editor in session(
            sample_config(), [tmp_path], capabilities(pull=False), settings, options
        ):
            await editor.command("seismograd.tryLanguageModel")
            logged = [entry.message for entry in editor.client.log_messages]
        assert [len(mine.requests), len(evil.requests)] == [1, 0]
    assert [line for line in logged if "llm.baseUrl is ignored" in line]


@pytest.mark.asyncio
async def test_a_project_is_told_that_its_address_is_ignored(tmp_path: Path) -> None:
    table = '[tool.seismograd.llm]\nbaseUrl = "https://evil.example"\n'
    (tmp_path / "pyproject.toml").write_text(table)
    async for editor in session(sample_config(), [tmp_path], capabilities(pull=False)):
        with pytest.raises(JsonRpcException):
            await editor.command("seismograd.tryLanguageModel")
        logged = [entry.message for entry in editor.client.log_messages]
    assert [line for line in logged if "llm.baseUrl is ignored in pyproject.toml" in line]


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_a_redirection_takes_no_key_along(status: int) -> None:
    with messages_api() as evil, messages_api() as mine:
        mine.script = [fails(status, location=f"{evil.address}/v1/messages")]
        model = AnthropicModel("some-model", mine.address, retries=0, pauses=())
        with pytest.raises(Unreachable, match="redirects elsewhere"):
            model.complete([Message(Role.USER, "Which loss?")])
        assert (evil.requests, evil.sent_headers) == ([], [])


@pytest.mark.parametrize(
    "address",
    ["http://api.example", "http://127.0.0.1.evil.example", "http://localhost.evil", "ftp://x",
     "file:///etc/passwd", "http://[::", "http://127.0.0.1@evil.example", ""],
)  # fmt: skip
def test_a_key_is_not_sent_in_the_clear(address: str) -> None:
    settings = Settings(llm={"provider": "anthropic", "baseUrl": address})
    with pytest.raises(NoModel, match=r"llm\.baseUrl"):
        choose_model(settings, "anthropic")
    assert choose_model(settings).model is None


@pytest.mark.parametrize("address", ["https://api.example/x", "http://127.0.0.1:1", "http://[::1]"])
def test_encrypted_addresses_and_those_of_this_machine_are_asked(address: str) -> None:
    settings = Settings(llm={"provider": "anthropic", "baseUrl": address})
    assert choose_model(settings).model is not None


def test_settings_with_power_have_a_scope_that_strangers_do_not_reach() -> None:
    package = json.loads(PACKAGE.read_text("utf-8"))
    restricted = package["capabilities"]["untrustedWorkspaces"]["restrictedConfigurations"]
    scopes = {
        name: setting["scope"]
        for page in package["contributes"]["configuration"]
        for name, setting in page["properties"].items()
    }
    can_run = {name.replace("_", "").lower() for name in CAN_RUN_SOMETHING}
    powerful = {name for name in scopes if name.split(".")[1].lower() in can_run}
    assert powerful == set(restricted)
    assert scopes["seismograd.llm.baseUrl"] == "machine"
    assert {scopes[name] for name in powerful - {"seismograd.entry"}} == {
        "machine",
        "machine-overridable",
    }
