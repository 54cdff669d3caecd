"""Small scripts run inside, and what they tell; they need nothing but the standard library."""

from __future__ import annotations

import json
from textwrap import dedent
from typing import Any

from seismograd_sandbox.host.outcome import Captured, Ending, Outcome
from seismograd_sandbox.host.sandbox import Cancel, Listener, Session
from seismograd_sandbox.host.self_check.ground import UNMISTAKABLE
from seismograd_sandbox.host.self_check.verdict import expect_equal, fail

LONGEST_LIFE_S = 120
"""Longer than any check may take: what is alive then has got away, and must not stay for ever."""
_SAFE = """
import os, signal
if not os.path.exists({file}):
    raise SystemExit("the run did not begin in the project of the check")
if hasattr(signal, "alarm"):
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    signal.alarm({seconds})
    os.register_at_fork(after_in_child=lambda: signal.alarm({seconds}))
"""


def python(session: Session, script: str, *arguments: str) -> list[str]:
    """The command that runs a script inside: in its own project only, and not for ever."""
    safe = _SAFE.format(file=ascii(UNMISTAKABLE), seconds=LONGEST_LIFE_S)
    return [session.python, "-I", "-B", "-c", safe + dedent(script), *arguments]


def run(
    session: Session,
    script: str,
    *arguments: str,
    environment: dict[str, str] | None = None,
    listen: Listener | None = None,
    cancel: Cancel | None = None,
    wall_s: float | None = None,
) -> Outcome:
    return session.run(
        python(session, script, *arguments),
        environment=environment,
        listen=listen,
        cancel=cancel,
        wall_s=wall_s,
    )


def told(session: Session, script: str, *arguments: str, **options: Any) -> Any:
    """The JSON that a script prints; the script must succeed."""
    outcome = run(session, script, *arguments, **options)
    expect_exit(outcome, 0)
    try:
        return json.loads(outcome.stdout.content)
    except ValueError:
        fail(f"the script printed {_end_of(outcome.stdout)!r} instead of JSON")


def expect_exit(outcome: Outcome, code: int) -> None:
    if outcome.ending is not Ending.EXITED or outcome.exit_code != code:
        fail(f"{described(outcome)} instead of exit code {code}")


def expect_ending(outcome: Outcome, *endings: Ending) -> None:
    if outcome.ending not in endings:
        fail(f"{described(outcome)} instead of {' or '.join(endings)}")


def expect_output(outcome: Outcome, stdout: bytes) -> None:
    expect_equal(outcome.stdout.content, stdout, "standard output")


def described(outcome: Outcome) -> str:
    """How a run ended, in a few words."""
    number = outcome.exit_code if outcome.ending is Ending.EXITED else outcome.signal
    words = str(outcome.ending) if number is None else f"{outcome.ending} {number}"
    last = _end_of(outcome.stderr)
    return f"{words} ({last})" if last else words


def _end_of(stream: Captured) -> str:
    lines = stream.text.strip().splitlines()
    return lines[-1][-200:] if lines else ""
