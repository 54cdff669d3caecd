"""The command line of the runner inside of a sandbox."""

from __future__ import annotations

import posixpath

from seismograd.runs.plan import Plan
from seismograd_sandbox.host.sandbox import Session

TRACE = "trace.jsonl"


def guest_command(plan: Plan, session: Session, run_id: str) -> list[str]:
    """How the entry is started inside: by paths as code inside sees them.

    No flag changes what the interpreter heeds: the user would start it without any.
    """
    return [*guest_interpreter(session), *guest_words(plan, session, run_id)]


def guest_interpreter(session: Session) -> list[str]:
    return [session.python, "-B", posixpath.join(session.guest, "__main__.py")]


def guest_words(plan: Plan, session: Session, run_id: str, trace: str = TRACE) -> list[str]:
    """What the runner is told."""
    entry = plan.entry
    command = ["--trace", posixpath.join(session.outbox, trace), "--root", session.project]
    command += ["--id", run_id, "--budget", repr(plan.budget), "--probes", plan.probes]
    if entry.folder != ".":
        command += ["--folder", posixpath.join(session.project, *entry.folder.split("/"))]
    if plan.seed is not None:
        command += ["--seed", str(plan.seed)]
    if plan.shift_seeds:
        command += ["--shift-seeds", str(plan.shift_seeds)]
    if plan.most_steps is not None:
        command += ["--most-steps", str(plan.most_steps)]
    if plan.check_network:
        command.append("--check-network")
    for word in plan.alter:
        command += ["--alter", word]
    if plan.live:
        command.append("--live")
    if entry.module:
        command.append("-m")
    return [*command, entry.name, *entry.arguments]
