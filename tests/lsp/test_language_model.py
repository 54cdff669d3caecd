from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import pytest_asyncio
from pygls.exceptions import JsonRpcException

from tests.llm.messages_api import messages_api
from tests.lsp.conftest import SERVER, capabilities, sample_config, session
from tests.lsp.editor import Editor, until
from tests.lsp.raw_server import RawServer

pytestmark = pytest.mark.asyncio(loop_scope="module")
TRY = "seismograd.tryLanguageModel"
CANCELLED = -32800


class Model:
    """The language model of an editor, in the test's hands."""

    def __init__(self, editor: Editor) -> None:
        self.editor = editor
        self.questions: list[Any] = []
        self.was_cancelled = False
        self.behaviour: Callable[[Any], Any] = lambda params: None

    async def complete(self, params: Any) -> Any:
        self.questions.append(params)
        try:
            answer = self.behaviour(params)
            return await answer if asyncio.iscoroutine(answer) else answer
        except asyncio.CancelledError:
            self.was_cancelled = True
            raise

    def stream(self, params: Any, *pieces: str) -> None:
        for piece in pieces:
            fragment = {"stream": params.stream, "text": piece}
            self.editor.client.protocol.notify("seismograd/completion", fragment)


async def configure(editor: Editor, llm: dict[str, str]) -> None:
    """Set something and wait until it holds."""
    editor.configure({"llm": llm} if llm else {}, editor.root.as_uri())
    for _ in range(100):
        (folder,) = (await editor.command("seismograd.debugInformation"))["folders"]
        if folder["settings"]["llm"] == llm:
            return
        await asyncio.sleep(0.02)
    raise AssertionError("the setting never held")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def editor(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Editor]:
    root = tmp_path_factory.mktemp("model")
    options: dict[str, object] = {"trusted": True, "languageModel": True}
    async for found in session(sample_config(), [root], capabilities(pull=False), options=options):
        yield found


@pytest.fixture
def model(editor: Editor) -> Model:
    model = Model(editor)

    async def complete(params: Any) -> Any:
        return await model.complete(params)

    editor.client.protocol.fm.features.pop("seismograd/complete", None)
    editor.client.feature("seismograd/complete")(complete)
    return model


async def test_the_editor_answers_and_streams(model: Model) -> None:
    def answer(params: Any) -> Any:
        model.stream(params, "Cross", " entropy.")
        return {"text": "Cross entropy.", "model": "m1"}

    model.behaviour = answer
    result = await model.editor.command(TRY)
    assert result == {"text": "Cross entropy.", "model": "m1"}
    (question,) = model.questions
    assert [message.role for message in question.messages] == ["user"]
    assert question.messages[0].content
    assert question.system
    assert question.model is None
    jobs = [job for job in model.editor._told_jobs if job["kind"] == "language-model"]
    assert {"Cross", "Cross entropy."} <= {job["message"] for job in jobs}
    assert jobs[-1]["state"] == "done"


async def test_the_preferred_model_is_asked_for(model: Model) -> None:
    model.behaviour = lambda params: {"text": "x", "model": "m2"}
    await configure(model.editor, {"model": "m2"})
    await model.editor.command(TRY)
    assert model.questions[-1].model == "m2"
    await configure(model.editor, {})


@pytest.mark.parametrize("code", [-32001, -32002, -32003, -32004, CANCELLED])
async def test_a_refusal_reaches_the_user_with_its_code_and_sentence(
    model: Model, code: int
) -> None:
    def refuse(params: Any) -> Any:
        raise JsonRpcException("Because of the weather.", code=code)

    model.behaviour = refuse
    with pytest.raises(JsonRpcException, match="Because of the weather") as raised:
        await model.editor.command(TRY)
    assert raised.value.code == code
    assert model.editor._told_jobs[-1]["state"] == "failed"
    assert model.editor._told_jobs[-1]["message"] == "Because of the weather."
    logged = " ".join(entry.message for entry in model.editor.client.log_messages)
    assert "Traceback" not in logged


async def test_an_unknown_failure_is_told_as_it_is(model: Model) -> None:
    def fail(params: Any) -> Any:
        raise JsonRpcException("The model fell over.", code=-32803)

    model.behaviour = fail
    with pytest.raises(JsonRpcException, match="The model fell over") as raised:
        await model.editor.command(TRY)
    assert raised.value.code == -32803


@pytest.mark.parametrize("answer", [None, {}, "text", {"text": "x"}, [1]])
async def test_an_answer_that_makes_no_sense_is_an_error(model: Model, answer: Any) -> None:
    model.behaviour = lambda params: answer
    with pytest.raises(JsonRpcException, match="not understood"):
        await asyncio.wait_for(model.editor.command(TRY), 5)


async def test_cancelling_the_job_cancels_the_question(model: Model) -> None:
    model.behaviour = lambda params: asyncio.Event().wait()
    answer = asyncio.ensure_future(model.editor.command(TRY))
    await until(lambda: bool(model.questions))
    job = model.editor._told_jobs[-1]["id"]
    assert await model.editor.cancel_job(job) == {"cancelled": True}
    with pytest.raises(JsonRpcException) as raised:
        await answer
    assert raised.value.code == CANCELLED
    await until(lambda: model.was_cancelled)
    assert model.editor.jobs(job)[-1]["state"] == "cancelled"


async def test_fragments_for_nobody_are_ignored(model: Model) -> None:
    model.stream(SimpleNamespace(stream="nobody"), "hello")
    model.editor.client.protocol.notify("seismograd/completion", {"stream": 3})
    model.behaviour = lambda params: {"text": "x", "model": "m"}
    assert (await model.editor.command(TRY))["text"] == "x"


async def test_an_editor_that_does_not_know_the_request(editor: Editor) -> None:
    editor.client.protocol.fm.features.pop("seismograd/complete", None)
    with pytest.raises(JsonRpcException, match="offers no language model") as raised:
        await editor.command(TRY)
    assert raised.value.code == -32001


@pytest.mark.parametrize("provider", ["none", "nonsense"])
async def test_a_provider_that_is_none_is_not_asked(model: Model, provider: str) -> None:
    await configure(model.editor, {"provider": provider})
    with pytest.raises(JsonRpcException, match=provider):
        await model.editor.command(TRY)
    await configure(model.editor, {})
    assert model.questions == []


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"trusted": True, "languageModel": False}, "offers no language model"),
        ({"trusted": False, "languageModel": True}, "not trusted"),
        (None, "offers no language model"),
    ],
)
async def test_where_nobody_is_to_be_asked_nobody_is(
    tmp_path: Path, options: dict[str, object] | None, sentence: str
) -> None:
    async for editor in session(
        sample_config(), [tmp_path], capabilities(pull=False), options=options
    ):
        model = Model(editor)

        async def complete(params: Any, model: Model = model) -> Any:
            return await model.complete(params)

        editor.client.feature("seismograd/complete")(complete)
        with pytest.raises(JsonRpcException, match=sentence) as raised:
            await editor.command(TRY)
        assert raised.value.code == -32001
        assert model.questions == []


async def test_another_provider_is_asked_where_the_settings_name_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ANTHROPIC_API_KEY", "a-key-for-tests")
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    with messages_api() as api:
        llm = {"provider": "anthropic", "model": "m3", "baseUrl": api.address}
        options: dict[str, object] = {"baseUrlIsMachineScoped": True}
        async for editor in session(
            sample_config(), [tmp_path], capabilities(pull=False), None, options
        ):
            await configure(editor, llm)
            answer = await editor.command(TRY)
            assert answer == {"text": "Cross entropy.", "model": "m3"}
            logged = " ".join(entry.message for entry in editor.client.log_messages)
            assert "a-key-for-tests" not in logged


async def test_an_address_that_a_project_names_is_not_asked(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text(
        '[tool.seismograd.llm]\nprovider = "anthropic"\nbaseUrl = "http://127.0.0.1:9"\n'
    )
    async for editor in session(sample_config(), [tmp_path], capabilities(pull=False)):
        (folder,) = (await editor.command("seismograd.debugInformation"))["folders"]
        assert folder["settings"]["llm"] == {"provider": "anthropic"}


async def test_the_server_ends_while_the_editor_owes_an_answer(tmp_path: Path) -> None:
    params = {
        "processId": None,
        "rootUri": tmp_path.as_uri(),
        "capabilities": {},
        "initializationOptions": {"trusted": True, "languageModel": True},
    }
    for leaves_in_order in (True, False):
        with RawServer(SERVER) as server:
            server.request("initialize", params)
            server.notify("initialized", {})
            server.send_request("workspace/executeCommand", {"command": TRY})
            server.wait_for("seismograd/complete")
            if leaves_in_order:
                assert server.leave() < 2
            else:
                assert server.process.stdin is not None
                server.process.stdin.close()
            assert server.process.wait(2) == (0 if leaves_in_order else 1)
