"""A trial whose trace the script cannot write to, and one with the interpreter alone."""

from __future__ import annotations

import hmac
import secrets
import tempfile
from dataclasses import replace
from pathlib import Path

from seismograd.reproduce.observation import Observation
from seismograd.reproduce.trials.reading import observation
from seismograd.reproduce.trials.tree import SCRIPT, Tree, judged_words
from seismograd.runs.guest_command import guest_interpreter
from seismograd_sandbox.guest.judge import CHANGED, MOST_TRACE, SEAL, seal
from seismograd_sandbox.guest.script_guard import MARK, REFUSED
from seismograd_sandbox.host.outcome import Ending, Outcome
from seismograd_sandbox.untrusted_files import read_without_links

MOST_SEAL = 100
NOT_SEALED = "the run was not seen to its end: its trace is missing, or others wrote to it"
CODE_CHANGED = "the run changed files of the project's code"


def why_unsealed(trace: Path, key: bytes) -> str:
    """Empty where the trace can be believed."""
    try:
        content = read_without_links(trace, MOST_TRACE)
        found = read_without_links(trace.with_name(trace.name + SEAL), MOST_SEAL)
    except OSError:
        return NOT_SEALED
    if found == CHANGED:
        return CODE_CHANGED
    return "" if hmac.compare_digest(found, seal(key, content)) else NOT_SEALED


TRACE = "trace.jsonl"
KEY = "key"
GRACE_S = 15.0
"""For the trace to be sealed after a script that took all of its time."""


def judged(tree: Tree, source: str, seed: int, wall_s: float) -> Observation:
    with tempfile.TemporaryDirectory(prefix="seismograd-trial-") as folder:
        outbox = Path(folder)
        key = secrets.token_bytes(32)
        (outbox / KEY).write_bytes(key)
        with tree.open(outbox) as session:
            session.write(SCRIPT, source.encode())
            asked = judged_words(session, KEY, TRACE, wall_s, seed)
            command = [*guest_interpreter(session), *asked]
            ran = session.run(command, cancel=tree.cancel, wall_s=wall_s + GRACE_S)
        return _seen(ran, outbox / TRACE, key)


def plain(tree: Tree, source: str, wall_s: float) -> Observation:
    with tempfile.TemporaryDirectory(prefix="seismograd-trial-") as folder:
        with tree.open(Path(folder)) as session:
            session.write(SCRIPT, source.encode())
            command = [session.python, "-B", SCRIPT]
            ran = session.run(command, cancel=tree.cancel, wall_s=wall_s)
        return observation(ran, Path(folder) / TRACE)


def _seen(ran: Outcome, trace: Path, key: bytes) -> Observation:
    """A trace that is not sealed tells nothing, unless the sandbox itself ended the run."""
    why = _refusal(ran) or why_unsealed(trace, key)
    if why and ran.ending is Ending.EXITED:
        trace.unlink(missing_ok=True)
        return replace(observation(ran, trace), refused=why)
    return observation(ran, trace)


def _refusal(ran: Outcome) -> str:
    if ran.exit_code != REFUSED:
        return ""
    _, mark, told = ran.stderr.text.rpartition(MARK)
    return told.strip() if mark else ""
