"""From a model's answers, through the real SDK, to real runs in a real sandbox, and back."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from seismograd.cancellation import Cancellation
from seismograd.llm.anthropic_api import KEY_VARIABLE, AnthropicModel
from seismograd.llm.budget import Budget
from seismograd.llm.choose import equipped
from seismograd.reproduce.candidate import Attempt
from seismograd.reproduce.case import Case
from seismograd.reproduce.context.gather import ContextPart
from seismograd.reproduce.generate.with_model.model_generator import Limits, ModelGenerator
from seismograd.reproduce.ladder import Ladder
from seismograd.reproduce.proof import Proof
from seismograd.reproduce.propose import SearchBudget, Turn, propose_in_turns
from seismograd.reproduce.trials.sandboxed import SandboxedTrialRunner
from seismograd.reproduce.trials.tree import Tree
from seismograd.reproduce.validate.controls.patched_line import PatchedLine
from seismograd.reproduce.validate.controls.switched import Switched
from seismograd_sandbox.host.selection import choose
from tests.llm.messages_api import MessagesApi, messages_api, says_json
from tests.reproduce.generate.with_model.small_case import first_answer, next_answer, part_in
from tests.reproduce.validate.small_project import ARITHMETIC, case

SWITCH = {"name": "NUMBER", "trigger": "3", "control": "4"}
MENDED = {"file": "arithmetic.py", "first": 5, "last": 5, "text": "if number < 0:", "what": "odd"}
WRONG = """\
from arithmetic import halve

NUMBER = 3
try:
    halve(NUMBER, round=True)
except ValueError as error:
    print(f"REPRODUCED: {error}")
    raise
print("NOT REPRODUCED")
"""
HOSTILE = """\
import os
import pathlib
import socket

from arithmetic import halve

NUMBER = 3
print("LEAK", dict(os.environ))
for place in FOREIGN:
    try:
        print("LEAK", pathlib.Path(place).read_text())
    except OSError:
        print("closed")
try:
    socket.create_connection(("127.0.0.1", PORT), 1).sendall(b"out")
    print("CONNECTED")
except OSError:
    print("no way out")
halve(4)
print("NOT REPRODUCED")
"""


@pytest.fixture
def api(monkeypatch: pytest.MonkeyPatch) -> Iterator[MessagesApi]:
    monkeypatch.setenv(KEY_VARIABLE, "a-key-for-tests-that-nobody-knows")
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    with messages_api() as api:
        yield api


def run(api: MessagesApi, about: Case) -> tuple[Proof | None, list[Attempt]]:
    def rank(_: Case) -> list[ContextPart]:
        return [part_in("arithmetic.py", 1, 7, ARITHMETIC)]

    model = equipped(AnthropicModel("m", api.address), Budget())
    generator = ModelGenerator(model, rank, Limits(attempts_per_context=2, contexts=1))
    sandbox = choose("auto", about.root)
    with SandboxedTrialRunner(Tree(about.root, Path(sys.executable), sandbox)) as runner:
        controls = [Switched(runner), PatchedLine(runner)]
        ladder = Ladder(about, runner, controls, 2)
        turns = [Turn(generator, 5)]
        return propose_in_turns(
            about, turns, ladder, SearchBudget(), lambda _: None, Cancellation()
        )


def test_what_a_run_says_leads_to_a_script_that_holds(api: MessagesApi, tmp_path: Path) -> None:
    api.script = [
        says_json(first_answer(WRONG, switches=[SWITCH], patches=[MENDED])),
        says_json(next_answer((5, 5, ["    halve(NUMBER)"]), switches=[], patches=[])),
    ]
    proof, attempts = run(api, case(tmp_path))
    assert proof is not None
    assert proof.candidate.source == WRONG.replace(", round=True", "")
    assert len(attempts) == len(api.requests) == 2
    assert "round" in attempts[0].feedback
    assert attempts[0].feedback.splitlines()[0] in api.said(1)


def test_a_hostile_script_takes_nothing_out_of_the_sandbox_to_the_model(
    api: MessagesApi, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HARMLESS_NAME", "an-environment-value-to-look-for")
    monkeypatch.setenv("SERVICE_TOKEN", "opensesame-token")
    port = api.address.rpartition(":")[2]
    script = HOSTILE.replace("FOREIGN", "['/etc/shadow', '/root/.netrc']").replace("PORT", port)
    api.script = [
        says_json(first_answer(script, switches=[SWITCH])),
        says_json(next_answer((1, 1, ["import os as os"]), switches=[SWITCH])),
    ]
    proof, attempts = run(api, case(tmp_path))
    assert proof is None
    assert len(attempts) == 2
    assert "| LEAK {" in api.said(1), "it was run, and its output was shown"
    for index in range(len(api.requests)):
        asked = api.asked(index)
        for secret in ("an-environment-value", "opensesame-token", "a-key-for-tests"):
            assert secret not in asked
