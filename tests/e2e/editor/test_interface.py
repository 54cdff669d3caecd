from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.e2e.editor.desk import Desk
from tests.e2e.editor.in_host import run_suite
from tests.e2e.editor.real_editor import add_extension
from tests.e2e.programs import SCRIPT, SOFTMAX_CODE

MODEL_PROVIDER = Path(__file__).with_name("model_provider")
WALKTHROUGH = "Get Started with Seismograd"
STEPS = ["setUp", "find", "fix", "settings"]


@pytest.mark.parametrize("suite", ["interface", "language_model"])
def test_inside_of_the_editor(desk: Desk, suite: str) -> None:
    outcomes = run_suite(desk, suite)
    assert {outcome.title: outcome.error for outcome in outcomes if outcome.error} == {}


def test_steps_of_the_walkthrough_are_ticked_for_what_was_done(desk: Desk) -> None:
    desk.write("train.py", SCRIPT)
    window = desk.open(desk.start())
    window.open_file("train.py")
    window.squiggles("error").first.wait_for()
    window.open_walkthrough(WALKTHROUGH)
    for step in STEPS[:2]:  # done before anybody looked
        window.ticked(step).wait_for()
    assert [window.ticked(step).count() for step in STEPS] == [1, 1, 0, 0]

    window.open_file("train.py")
    window.show_problems().filter(has_text=SOFTMAX_CODE).dblclick()
    window.wait_for_focus()
    window.take_quick_fix(f"Ignore {SOFTMAX_CODE} on this line")
    window.show_tab("Welcome")
    window.ticked("fix").wait_for()
    assert window.ticked("settings").count() == 0

    window.command("Seismograd: Open Settings")
    window.tab("Settings").wait_for()
    window.show_tab("Welcome")
    window.ticked("settings").wait_for()


@pytest.fixture
def with_models(desk: Desk) -> Desk:
    """A desk where another extension brings language models along."""
    assert desk.extensions is not None
    desk.extensions = add_extension(desk.extensions, MODEL_PROVIDER, desk.folder / "with-models")
    return desk


def test_models_of_the_editor_answer_where_the_person_allows_it(with_models: Desk) -> None:
    with_models.write("train.py", SCRIPT)
    model = {"seismograd.llm.provider": "editor", "seismograd.llm.model": "seismograd-test/two"}
    window = with_models.open(with_models.start(model))
    window.open_file("train.py")
    window.squiggles("error").first.wait_for()

    window.command("Seismograd: Test Language Model")
    window.press_button(window.dialog("Provider of Models"), "Cancel")
    window.notification("Seismograd may not use the language model").wait_for()

    window.command("Seismograd: Test Language Model")
    window.press_button(window.dialog("Provider of Models"), "Allow")
    window.notification("seismograd-test/two answers: This is model two.").wait_for()


def test_the_server_for_assistants_is_listed_and_started_by_the_editor(desk: Desk) -> None:
    desk.write("train.py", SCRIPT)
    window = desk.open(desk.start({"chat.disableAIFeatures": False}))
    window.open_file("train.py")
    window.squiggles("error").first.wait_for()
    window.command("MCP: List Servers")
    window.choose("Seismograd")
    window.choose("Start Server")
    window.output_line(re.compile(r"Discovered\s10\stools")).wait_for()
