"""The second opinion of a language model on a diagnosis from an editor."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from pygls.exceptions import JsonRpcException

from tests.lsp.conftest import capabilities, sample_config, session
from tests.lsp.editor import until
from tests.lsp.telling_script import RATE
from tests.lsp.test_diagnose import Diagnoses
from tests.lsp.test_runs import PROJECT, plain

pytestmark = pytest.mark.asyncio(loop_scope="function")
REASON = "The updates are 1e-9 of the weights."
OPINION = {
    "causes": [
        {
            "fault_type": "HLR",
            "file": "train.py",
            "line": RATE + 1,
            "reason": REASON,
            "replacement": "",
        }
    ],
    "explanation": "The rate is a million times too small.",
}
Answer = Callable[[Any], Any]


def opinion(_question: Any) -> dict[str, str]:
    return {"text": json.dumps(OPINION), "model": "a-model"}


async def never(_question: Any) -> None:
    await asyncio.Event().wait()


def refuse(_question: Any) -> None:
    raise JsonRpcException("You have not consented.", code=-32002)


async def asked(
    root: Path, answer: Answer, use: Callable[[Diagnoses, list[Any]], Any], provider: str = "editor"
) -> None:
    """Use an editor whose model gives this answer."""
    (root / "pyproject.toml").write_text(PROJECT)
    questions: list[Any] = []

    async def complete(params: Any) -> Any:
        questions.append(params)
        found = answer(params)
        return await found if asyncio.iscoroutine(found) else found

    settings: dict[str, dict[str, object]] = {root.as_uri(): {"llm": {"provider": provider}}}
    options: dict[str, object] = {"trusted": True, "languageModel": True}
    abilities = capabilities(pull=False)
    async for editor in session(sample_config(), [root], abilities, settings, options):
        editor.client.feature("seismograd/complete")(complete)
        await use(Diagnoses(editor), questions)


def evidence(diagnoses: Diagnoses) -> str:
    (cause,) = diagnoses.of_runs(diagnoses.uri)
    return str([one.message for one in cause.related_information or ()])


async def test_the_editors_model_is_asked_where_it_is_set(tmp_path: Path) -> None:
    async def use(diagnoses: Diagnoses, questions: list[Any]) -> None:
        started = await diagnoses.diagnosed()
        await diagnoses.shown(diagnoses.uri, 1)
        assert "does not fall" in evidence(diagnoses)
        assert REASON in evidence(diagnoses)
        assert len(questions) == 1
        assert "rate = 1e-9" in str(questions[0])
        assert "loss-flat" in str(questions[0])
        told = diagnoses.editor.jobs(started["job"])
        assert "asking the language model for a second opinion" in [one["message"] for one in told]
        page = await diagnoses.editor.command("seismograd.diagnosisReport", {"id": started["run"]})
        assert OPINION["explanation"] in Path(plain(page)["path"]).read_text("utf-8")
        assert len(questions) == 1

    await asked(tmp_path, opinion, use)


@pytest.mark.slow
async def test_it_is_asked_about_a_run_that_is_over(tmp_path: Path) -> None:
    async def use(diagnoses: Diagnoses, questions: list[Any]) -> None:
        run = plain(await diagnoses.editor.command("seismograd.run", {"uri": diagnoses.uri}))
        await diagnoses.ended(run["job"])
        assert questions == []
        later = plain(await diagnoses.editor.command("seismograd.diagnose", {"id": run["run"]}))
        await diagnoses.ended(later["job"])
        await diagnoses.shown(diagnoses.uri, 1)
        assert REASON in evidence(diagnoses)

    await asked(tmp_path, opinion, use)


@pytest.mark.slow
async def test_nobody_is_asked_unless_a_provider_is_named(tmp_path: Path) -> None:
    async def use(diagnoses: Diagnoses, questions: list[Any]) -> None:
        await diagnoses.diagnosed()
        await diagnoses.shown(diagnoses.uri, 1)
        assert questions == []

    await asked(tmp_path, opinion, use, provider="none")


@pytest.mark.slow
async def test_a_refusal_is_logged_and_the_diagnosis_stays(tmp_path: Path) -> None:
    async def use(diagnoses: Diagnoses, questions: list[Any]) -> None:
        await diagnoses.diagnosed()
        await diagnoses.shown(diagnoses.uri, 1)
        assert len(questions) == 1
        messages = [one.message for one in diagnoses.editor.client.log_messages]
        assert any("no second opinion: You have not consented." in text for text in messages)

    await asked(tmp_path, refuse, use)


@pytest.mark.slow
async def test_cancelling_withdraws_the_question_and_keeps_what_is_known(tmp_path: Path) -> None:
    async def use(diagnoses: Diagnoses, questions: list[Any]) -> None:
        started = await diagnoses.start()
        await until(lambda: bool(questions), 60)
        await diagnoses.editor.cancel_job(started["job"])
        assert (await diagnoses.ended(started["job"]))["state"] == "cancelled"
        await diagnoses.shown(diagnoses.uri, 1)
        assert REASON not in evidence(diagnoses)

    await asked(tmp_path, never, use)
