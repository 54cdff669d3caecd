"""The sceptic with the real SDK, against a server on this machine."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from seismograd.cancellation import Cancellation, CancellationByCall
from seismograd.llm.anthropic_api import KEY_VARIABLE, AnthropicModel
from seismograd.llm.budget import Budget
from seismograd.llm.choose import equipped
from seismograd.reports.reproduction_text import reproduction_text
from seismograd.reports.style import Style
from seismograd.reproduce.candidate import Candidate, Departure, Patch, Stage, bare
from seismograd.reproduce.generate.with_model.second_reader import SecondReader
from seismograd.reproduce.ladder import Climb, Ladder
from seismograd.reproduce.observation import Observation
from seismograd.reproduce.results.result import Opinion, SecondReading, as_dict
from seismograd.reproduce.results.write_up import write_up
from seismograd.reproduce.trials.sandboxed import SandboxedTrialRunner
from seismograd.reproduce.trials.tree import Tree
from seismograd.reproduce.validate.controls.control import Control, ControlKind
from seismograd.reproduce.validate.controls.patched_line import PatchedLine
from seismograd.reproduce.validate.script_reviewer import Shown
from seismograd_sandbox.host.outcome import Ending
from seismograd_sandbox.host.selection import choose
from tests.llm.messages_api import MessagesApi, fails, messages_api, says_json
from tests.reproduce.generate.with_model.small_case import make_case
from tests.reproduce.some_results import proof, reproduced
from tests.reproduce.validate.small_project import case

WHY = "Line 3 gives an odd number, and the report speaks of even ones."
SCRIPT = '"""I think that 3 is even."""\n\nNUMBER = 3  # surely even\nprint(NUMBER)\n'
HALVING = """\
from arithmetic import halve

NUMBER = 3
try:
    halve(NUMBER)
except ValueError as error:
    print(f"REPRODUCED: {error}")
    raise
print("NOT REPRODUCED")
"""
MENDED = Patch("arithmetic.py", 5, 5, "    if number < 0:", "odd ones too")


@pytest.fixture
def api(monkeypatch: pytest.MonkeyPatch) -> Iterator[MessagesApi]:
    monkeypatch.setenv(KEY_VARIABLE, "a-key-for-tests-that-nobody-knows")
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    with messages_api() as api:
        yield api


def answer(verdict: str, why: str = WHY) -> Any:
    return says_json({"analysis": "Numbers.", "verdict": verdict, "why": why})


def script_reviewer(api: MessagesApi, budget: Budget | None = None) -> SecondReader:
    return SecondReader(equipped(AnthropicModel("m", api.address), budget or Budget()))


def shown(root: Path) -> Shown:
    seen = Observation(Ending.EXITED, 1, "MEASURED shape [3]\n", "")
    control = Control(ControlKind.PATCHED_LINE, "with another line 6", SCRIPT, seen)
    candidate = Candidate(SCRIPT, "model", "It is even because I say so.")
    return Shown(make_case(root), candidate, seen, control, (Departure("the size 8", 4),))


@pytest.mark.parametrize(
    ("verdict", "why", "objects"),
    [
        ("no", WHY, True),
        ("No.", WHY, True),
        ("no", "", False),
        ("unclear", WHY, False),
        ("yes", "", False),
    ],
)
def test_only_a_reasoned_no_counts(
    api: MessagesApi, tmp_path: Path, verdict: str, why: str, objects: bool
) -> None:
    api.script = [answer(verdict, why)]
    assert script_reviewer(api).objection(shown(tmp_path)) == (WHY if objects else "")


def test_it_sees_what_was_run_and_nothing_of_what_its_writer_thinks(
    api: MessagesApi, tmp_path: Path
) -> None:
    api.script = [answer("yes")]
    budget = Budget()
    script_reviewer(api, budget).objection(shown(tmp_path))
    said = api.said(0)
    assert all(
        one in said
        for one in ("loses a dimension", "NUMBER = 3", "MEASURED shape", "line 6", "the size 8")
    )
    assert "even" not in said
    assert budget.used.all_input_tokens > 0


def test_without_an_answer_nothing_is_held_against_a_script(
    api: MessagesApi, tmp_path: Path
) -> None:
    api.script = [fails(400, "invalid_request_error")]
    assert script_reviewer(api).objection(shown(tmp_path)) == ""


def test_the_same_script_is_asked_about_once(api: MessagesApi, tmp_path: Path) -> None:
    api.script = [answer("no")]
    one, what = script_reviewer(api), shown(tmp_path)
    again = replace(what, candidate=replace(what.candidate, source=f"# other\n{bare(SCRIPT)}"))
    assert one.objection(what) == one.objection(again) == WHY
    assert len(api.requests) == 1


def test_a_cancelled_question_is_put_again(api: MessagesApi, tmp_path: Path) -> None:
    api.script = [answer("no")]
    cancel = CancellationByCall()
    one = SecondReader(AnthropicModel("m", api.address), cancel)
    stopped = Cancellation()
    stopped.set()
    with cancel.serving(stopped):
        assert one.objection(shown(tmp_path)) == ""
    assert one.objection(shown(tmp_path)) == WHY


@pytest.mark.parametrize(
    ("reply", "opinion"),
    [
        (answer("no"), Opinion.OBJECTION),
        (answer("unclear"), Opinion.NO_OBJECTION),
        (fails(400, "invalid_request_error"), Opinion.NO_ANSWER),
        (None, Opinion.NOT_ASKED),
    ],
)
def test_the_result_tells_whether_it_answered(
    api: MessagesApi, tmp_path: Path, reply: Any, opinion: Opinion
) -> None:
    reader, what = script_reviewer(api), shown(tmp_path)
    if reply is not None:
        api.script = [reply]
        reader.objection(what)
    result = reproduced(proof=proof(candidate=what.candidate))
    assert reader.reading(result) == SecondReading(script=opinion)
    told = replace(result, second_reader=reader.reading(result))
    assert as_dict(told)["second_reader"] == {"criteria": "not-asked", "script": opinion.value}
    words = f"script: {opinion.value.replace('-', ' ')}"
    assert words in write_up(told)
    assert words in reproduction_text(told, Style())


def climbed(api: MessagesApi, root: Path, demands_fidelity: bool, repeats: int = 2) -> Climb:
    about = case(root)
    with SandboxedTrialRunner(Tree(root, Path(sys.executable), choose("auto", root))) as runner:
        ladder = Ladder(
            about,
            runner,
            [PatchedLine(runner)],
            repeats,
            demands_fidelity=demands_fidelity,
            script_reviewer=script_reviewer(api),
        )
        return ladder.climb(Candidate(HALVING, "model", "", patches=(MENDED,), is_free_hand=True))


@pytest.mark.slow
def test_an_objection_makes_a_candidate_of_a_proof(api: MessagesApi, tmp_path: Path) -> None:
    api.script = [answer("no")]
    refused = climbed(api, tmp_path, demands_fidelity=True)
    assert (refused.proof, refused.attempt.stage) == (None, Stage.CONTROL)
    assert WHY in refused.attempt.feedback
    api.script = [answer("no")]
    told = climbed(api, tmp_path, demands_fidelity=False)
    assert told.proof is not None
    assert not told.proof.is_faithful


@pytest.mark.slow
def test_only_what_is_to_be_proven_costs_a_question(api: MessagesApi, tmp_path: Path) -> None:
    api.script = [answer("yes")]
    assert climbed(api, tmp_path, demands_fidelity=True, repeats=1).proof is not None
    assert api.requests == []
    assert climbed(api, tmp_path, demands_fidelity=True).proof is not None
    assert len(api.requests) == 1
