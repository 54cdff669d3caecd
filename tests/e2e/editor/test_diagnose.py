"""From a command to a cause on its line, its evidence and its plots."""

from __future__ import annotations

import re
from collections.abc import Mapping

import pytest

from tests.e2e.editor.desk import Desk
from tests.e2e.editor.workbench import Workbench
from tests.lsp.telling_script import NET, telling_script

PROJECT = '[tool.seismograd]\nsandbox = "process"\n'
LEARNS = {
    "1.0 + 0.01 * (step % 3)": "0.1 + 2.0 ** (-step / 20)",
    "lr=1e-9, update_ratio=1e-9": "lr=1e-3, update_ratio=1e-3",
}
"""What a training that learns would have told instead."""
CAUSE = "The learning rate is too small"


@pytest.fixture
def settings(settings: dict[str, object]) -> dict[str, object]:
    # Text on a canvas cannot be read back.
    return {**settings, "terminal.integrated.gpuAcceleration": "off"}


def opened(desk: Desk, told: Mapping[str, str]) -> Workbench:
    """A window on a training whose learning rate only the run knows, so that no rule speaks."""
    text = telling_script(desk.workspace).replace("rate = 1e-9", "rate = float(input())")
    for old, new in told.items():
        assert old in text
        text = text.replace(old, new)
    desk.write("pyproject.toml", PROJECT)
    desk.write("net.py", NET)
    desk.write("train.py", text)
    window = desk.open(desk.start())
    window.open_file("train.py")
    return window


def test_a_cause_is_found_marked_explained_and_shown(desk: Desk) -> None:
    waiting = desk.write("wait", "")
    window = opened(desk, {})
    window.go_to(40)
    window.lens("Diagnose").first.wait_for()
    assert window.squiggles("info").count() == 0

    window.command("Seismograd: Diagnose Training")
    window.terminal_line("told").wait_for()
    panel = window.webview()
    panel.locator("#title", has_text="train.py: running").wait_for()
    panel.locator("#symptoms li", has_text="loss-flat").wait_for()
    waiting.unlink()
    window.terminal_line(CAUSE).wait_for()

    window.lens(re.compile(f"Suspected: {CAUSE}")).first.wait_for()
    window.squiggles("info").first.wait_for()
    window.show_problems().filter(has_text=CAUSE).filter(has_text="seismograd (run)").wait_for()

    # Without the side bar the end of the line can be seen.
    window.press("Control+B")
    window.page.locator(".explorer-folders-view").wait_for(state="hidden")
    hover = window.hover(window.squiggles("info").first)
    hover.filter(has_text="The training loss does not fall").first.wait_for()
    hover.filter(has_text="In the last run").first.wait_for()
    hover.locator("a", has_text="Evidence and plots").first.click()
    report = window.page_of_report()
    report.locator("h2", has_text=CAUSE).wait_for()
    report.locator("svg.plot").first.wait_for()

    # Other code: what was found no longer holds.
    window.show_explorer()
    window.open_file("train.py")
    window.line("torch.optim.Adam").first.click()
    window.press("End")
    window.type("  # other")
    window.squiggles("info").first.wait_for(state="detached")
    window.lens("code changed since").first.wait_for()


def test_a_run_that_shows_no_symptom_marks_nothing(desk: Desk) -> None:
    """The control of the other test: the same path, and nothing is marked."""
    window = opened(desk, LEARNS)
    window.command("Seismograd: Diagnose Training")
    window.terminal_line("told").wait_for()
    window.terminal_line("nothing can be said").wait_for()
    window.open_file("train.py")
    window.go_to(40)
    window.lens("nothing can be said").first.wait_for()
    assert window.squiggles("info").count() == 0
