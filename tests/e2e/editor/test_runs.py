from __future__ import annotations

import json

import pytest

from tests.e2e.editor.desk import Desk

PROJECT = '[tool.seismograd]\nsandbox = "process"\n'
TRAINING = """import glob, json, math, os, time

(trace,) = glob.glob(ROOT + "/.seismograd/runs/*/trace.jsonl")


def tell(first, values):
    event = {"v": 1, "t": first / 10, "kind": "losses", "first": first, "values": values}
    with open(trace, "a") as out:
        out.write(json.dumps(event) + "\\n")


print("\\x1b[32mtraining\\x1b[0m begins", flush=True)
tell(0, [math.exp(-step / 40) for step in range(80)])
while not os.path.exists(ROOT + "/finish"):
    time.sleep(0.1)
tell(80, [0.125] * 20)
print("training ends")
"""
"""It tells of losses itself, so that no framework is needed."""


@pytest.fixture
def settings(settings: dict[str, object]) -> dict[str, object]:
    # Text on a canvas cannot be read back.
    return {**settings, "terminal.integrated.gpuAcceleration": "off"}


def test_a_run_is_seen_in_terminal_panel_and_tree(desk: Desk) -> None:
    script = desk.write("train.py", "")
    root = json.dumps(str(script.parent))
    script.write_text(f"ROOT = {root}\n{TRAINING}")
    desk.write("pyproject.toml", PROJECT)
    window = desk.open(desk.start())
    window.open_file("train.py")

    window.command("Seismograd: Run with Seismograd")
    window.terminal_line("training begins").wait_for()
    panel = window.webview()
    panel.locator("#title", has_text="train.py: running").wait_for()
    panel.locator("#plot canvas").wait_for()
    panel.locator("#facts tr", has_text="first 1,").wait_for()

    desk.write("finish", "")
    window.terminal_line("training ends").wait_for()
    window.terminal_line("The run finished.").wait_for()
    panel.locator("#title", has_text="train.py: finished").wait_for()
    panel.locator("#facts tr", has_text="last 0.125").wait_for()

    window.command("Seismograd: Focus on Runs View")
    window.view_row("train.py").filter(has_text="loss 0.125").wait_for()
