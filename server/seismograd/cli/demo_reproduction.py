"""The second half of the demo: somebody reports a bug, and it becomes a script."""

from __future__ import annotations

import argparse
import json
import shlex
from pathlib import Path
from typing import Any

from seismograd.cli import reproduce
from seismograd.cli.demo_narration import Narration
from seismograd.cli.trouble import UsageError
from seismograd.runs.interpreter import NoInterpreter, find_interpreter
from seismograd_sandbox.host.sandbox import SandboxUnusable
from seismograd_sandbox.host.selection import AUTO, WEAKEST, choose_for_strangers
from seismograd_sandbox.host.surroundings.packages import read_installation

REPORT_WITH_TORCH = "reports/single-image.md"
REPORT_WITHOUT = "reports/no-warm-up.md"
OUT = "reproduction"
RESULT = f"{OUT}/result.json"
FRAMEWORK = "torch"


def reproduce_a_report(narration: Narration, python: str | None, colour: str) -> int:
    """In the folder of the project; gives the exit status of the command."""
    report = _report(narration, python)
    narration.step("A user reports a bug:", f"cat {report}")
    narration.say(Path(report).read_text(encoding="utf-8"))
    words = ["--issue", report, "--model", "none", "--out", OUT]
    words += ["--python", python] if python else []
    words += _sandbox()
    words += [".", "--test"]
    narration.step(
        "Is it true? Try scripts in a sandbox, offline, until one shows it and its control "
        "does not:",
        f"seismograd reproduce {shlex.join(words)}",
    )
    parser = argparse.ArgumentParser()
    reproduce.add_arguments(parser)
    status = reproduce.run(parser.parse_args([*words, "--color", colour]))
    result = json.loads(Path(RESULT).read_text(encoding="utf-8"))
    if result["script"]:
        _show(narration, result)
    return status


def _sandbox() -> list[str]:
    """The demo's own code may run in any: nobody else wrote it."""
    try:
        choose_for_strangers(AUTO, Path.cwd())
    except SandboxUnusable:
        return ["--sandbox", WEAKEST]
    return []


def _report(narration: Narration, python: str | None) -> str:
    try:
        interpreter = find_interpreter(python, Path.cwd()).path
    except NoInterpreter as error:
        raise UsageError(str(error)) from error
    if read_installation(interpreter, (FRAMEWORK,)).packages:
        return REPORT_WITH_TORCH
    narration.say("\nPyTorch is not installed, so the report is about a part that needs none.")
    return REPORT_WITHOUT


def _show(narration: Narration, result: dict[str, Any]) -> None:
    script, test = (Path(OUT, Path(result[name]).name) for name in ("script", "test"))
    narration.step("What can be handed to the maintainers:", f"cat {script}")
    narration.say(script.read_text(encoding="utf-8"))
    narration.step("The same as a regression test for the project:", f"cat {test}")
    narration.say(test.read_text(encoding="utf-8"))
    narration.step("Why it is believed:")
    narration.say("\n".join(f"  {line}" for line in _reasons(result)))


def _reasons(result: dict[str, Any]) -> list[str]:
    control, repeats, lines = result["control"], result["repeats"], result["lines"]
    place = result["provenance"][0]
    return [
        f"it fails as reported, through {place['file']}:{place['line']} of the project",
        f"it failed in {repeats['fired']} of {repeats['runs']} runs with different seeds",
        f"its control ({control['kind']}: {control['what']}) does not fail",
        f"it was shrunk from {lines['found']} lines of code to {lines['small']}, "
        "and all of this was tried again",
    ]
