"""`seismograd doctor --self-check`: try out what a sandbox promises."""

from __future__ import annotations

import json
import os
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from seismograd.cli.terminal import style_for, write
from seismograd.cli.trouble import FOUND, SUCCESS, UsageError, say
from seismograd.reports.style import Style, printable
from seismograd.runs.interpreter import NoInterpreter, find_interpreter
from seismograd.settings import Settings
from seismograd_sandbox.host.programs import is_outside
from seismograd_sandbox.host.sandbox import SandboxUnusable
from seismograd_sandbox.host.selection import Choice, choose
from seismograd_sandbox.host.self_check.catalogue import all_checks
from seismograd_sandbox.host.self_check.runner import Result, SelfCheck
from seismograd_sandbox.host.self_check.verdict import Verdict

_COLOURS = {
    Verdict.PASSED: "green",
    Verdict.FAILED: "red",
    Verdict.NOT_PROMISED: "yellow",
    Verdict.NOT_TRIED: "dim",
}


def run_self_check(folder: str, settings: Settings, named: str | None, output: str) -> int:
    """With the interpreter that the user named, or else one that is not the project's."""
    try:
        choice = choose(settings.sandbox, Path(folder))
        choice, self_check = _prepared(choice, _python(folder, named))
    except SandboxUnusable as unusable:
        raise UsageError(f"the sandbox cannot be used: {unusable}") from unusable
    results = self_check.run(_Progress(output, len(self_check.checks), choice))
    if output == "json":
        write(json.dumps(_as_dict(choice, results), indent=2))
    else:
        write(_summary(results))
    failed = any(result.verdict is Verdict.FAILED for result in results)
    return FOUND if failed else SUCCESS


def _prepared(choice: Choice, python: Path) -> tuple[Choice, SelfCheck]:
    """The checks of the chosen sandbox, or of the next one where it does not start."""
    self_check = SelfCheck(choice.sandbox, all_checks(), python)
    try:
        self_check.prepare()
    except SandboxUnusable as unusable:
        return _prepared(choice.next_after(unusable), python)
    return choice, self_check


def _python(folder: str, named: str | None) -> Path:
    """The sandbox is tried out, not the project: nothing of it is run for that."""
    try:
        found = find_interpreter(named, Path(folder)).path
    except NoInterpreter as missing:
        raise UsageError(str(missing)) from missing
    return found if named or is_outside(found, Path(folder)) else Path(sys.executable)


class _Progress:
    """Each result as a line of its own; for programs only a counter, where somebody can see it."""

    def __init__(self, output: str, total: int, choice: Choice) -> None:
        self._lines = output == "text"
        self._total = total
        self._done = 0
        self._theme = ""
        self._style = style_for("auto", sys.stdout)
        for passed_over in choice.passed_over:
            say(str(passed_over))
        if self._lines:
            write(f"{total} checks of the sandbox {choice.sandbox.name}")

    def __call__(self, result: Result) -> None:
        self._done += 1
        if self._lines:
            self._announce(result.check.theme)
            write(_line(result, self._style))
        elif sys.stderr.isatty() and os.environ.get("TERM") != "dumb":
            end = "\r\x1b[K" if self._done == self._total else ""
            sys.stderr.write(f"\rchecking {self._done}/{self._total}{end}")
            sys.stderr.flush()

    def _announce(self, theme: str) -> None:
        if theme != self._theme:
            self._theme = theme
            write(self._style.paint(theme, "bold"))


def _line(result: Result, style: Style) -> str:
    verdict = style.paint(f"{result.verdict:<18}", _COLOURS[result.verdict])
    lines = [f"  {verdict} {result.check.name}"]
    if result.verdict is Verdict.FAILED:
        lines.append(f"      should hold: {result.check.sentence}")
        lines.append(f"      was seen: {printable(result.seen)}")
    elif result.seen:
        lines[0] += f" ({printable(result.seen)})"
    return "\n".join(lines)


def _summary(results: Sequence[Result]) -> str:
    counts = _counts(results)
    return ", ".join(f"{count} {verdict}" for verdict, count in counts.items() if count)


def _counts(results: Sequence[Result]) -> dict[str, int]:
    counted = Counter(result.verdict for result in results)
    return {verdict.value: counted[verdict] for verdict in Verdict}


def _as_dict(choice: Choice, results: Sequence[Result]) -> dict[str, Any]:
    return {
        "version": 1,
        "sandbox": choice.sandbox.name,
        "passed_over": [
            {"name": over.name, "reason": over.obstacle.reason, "remedy": over.obstacle.remedy}
            for over in choice.passed_over
        ],
        "promises": sorted(choice.sandbox.promises),
        "counts": _counts(results),
        "checks": list(map(_result, results)),
    }


def _result(result: Result) -> dict[str, Any]:
    return {
        "name": result.check.name,
        "theme": result.check.theme,
        "sentence": result.check.sentence,
        "needs": result.check.needs,
        "verdict": result.verdict,
        "seen": result.seen or None,
        "seconds": round(result.seconds, 3),
    }
