"""Carry out a plan in a sandbox, with everything that came of it kept in the folder of the run."""

from __future__ import annotations

import time
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

from seismograd.redaction import redact_words
from seismograd.runs.collect import keep_files, keep_output, written_files
from seismograd.runs.failure import failure_of
from seismograd.runs.folder import RunFolder
from seismograd.runs.guest_command import guest_command
from seismograd.runs.last_place import last_place
from seismograd.runs.plan import Plan
from seismograd.runs.python_variables import folders_outside, interpreter_variables
from seismograd.runs.record import RunRecord, write_record
from seismograd.runs.remedy import remedy
from seismograd.runs.state import RunState
from seismograd.runs.told import told_by_trace, trace_digest
from seismograd.runs.verdict import Told, verdict
from seismograd.traces import TraceSummary
from seismograd_sandbox.host.outcome import Outcome
from seismograd_sandbox.host.owner import Owner
from seismograd_sandbox.host.sandbox import Cancel, Listener, SandboxUnusable, Session, Stream, Tell
from seismograd_sandbox.host.selection import Choice
from seismograd_sandbox.host.workplace import Workplace


def first_record(plan: Plan, folder: RunFolder, choice: Choice) -> RunRecord:
    """The record of a run that is about to start."""
    entry = plan.entry
    return RunRecord(
        id=folder.id,
        entry=entry.name if entry.module else entry.path,
        module=entry.module,
        arguments=redact_words(entry.arguments),
        root=str(entry.root),
        folder=entry.folder,
        python=str(plan.python),
        python_why=plan.python_why,
        sandbox=choice.sandbox.name,
        sandbox_why=choice.why,
        gpu=plan.gpu,
        seed=plan.seed,
        started=datetime.now(UTC).isoformat(timespec="seconds"),
        owner=Owner.this_process(),
    )


def execute(
    plan: Plan,
    record: RunRecord,
    folder: RunFolder,
    choice: Choice,
    *,
    listen: Listener | None = None,
    cancel: Cancel | None = None,
) -> RunRecord:
    """Run to the end; how it ended is in the record, on disk as well.

    Raises `SandboxUnusable` where the run could not be started, and says so in the record.
    """
    write_record(folder, record)
    start = time.monotonic()
    try:
        choice, session = choice.open(workplace_for(plan, folder.path), cancel, _telling(listen))
        record = replace(record, sandbox=choice.sandbox.name, sandbox_why=choice.why)
        write_record(folder, record)
        if choice.warning and listen is not None:
            listen(Stream.STDERR, f"{choice.warning}\n".encode())
        record = _run(plan, record, folder, session, listen, cancel)
    except SandboxUnusable as error:
        if not cancel:
            record = replace(record, state=RunState.FAILED, sentence=f"{error}.")
            raise
        record = replace(record, state=RunState.CANCELLED, sentence="The run was cancelled.")
    except BaseException as error:
        record = replace(record, state=RunState.FAILED, sentence=f"Internal error: {error}")
        raise
    finally:
        seconds = round(time.monotonic() - start, 3)
        record = replace(record, seconds=record.seconds or seconds)
        write_record(folder, record)
    return record


def _run(
    plan: Plan,
    record: RunRecord,
    folder: RunFolder,
    session: Session,
    listen: Listener | None,
    cancel: Cancel | None,
) -> RunRecord:
    with session:
        command = guest_command(plan, session, folder.id)
        variables = interpreter_variables(plan, session.project)
        outcome = session.run(command, environment=variables, listen=listen, cancel=cancel)
        folder.reclaim()
        keep_output(folder, outcome)
        written = written_files(session)
        kept = keep_files(folder, session, written)
    return _ended(replace(record, written=tuple(written), kept=kept), plan, folder, outcome)


def _telling(listen: Listener | None) -> Tell | None:
    """What takes long before the script begins is heard where its own words will be."""
    if listen is None:
        return None
    return lambda line: listen(Stream.STDERR, f"{line}\n".encode())


def workplace_for(plan: Plan, outbox: Path) -> Workplace:
    return Workplace(
        project=plan.entry.root,
        python=plan.python,
        outbox=outbox,
        limits=plan.limits,
        gpu=plan.gpu,
        environment=plan.environment,
        readable=(*plan.readable, *folders_outside(plan)),
        build_image=plan.build_image,
    )


def _ended(record: RunRecord, plan: Plan, folder: RunFolder, outcome: Outcome) -> RunRecord:
    told = told_by_trace(folder)
    found = verdict(outcome, _told_of_end(told, plan, folder), plan.limits)
    return replace(
        record,
        state=found.state,
        sentence=found.sentence,
        seconds=round(outcome.seconds, 3),
        steps=told.steps,
        loss=told.loss.last.value if told.loss.last else None,
        exit_code=outcome.exit_code,
        signal=outcome.signal,
        peak_memory_bytes=outcome.peak_memory_bytes,
        stdout_dropped=outcome.stdout.dropped,
        stderr_dropped=outcome.stderr.dropped,
        trace_digest=trace_digest(folder),
    )


def _told_of_end(told: TraceSummary, plan: Plan, folder: RunFolder) -> Told:
    failure = failure_of(told.exception) if told.exception else None
    return Told(
        failure,
        remedy=remedy(failure, plan.entry.root) if failure else "",
        ended_itself=told.end is not None,
        last_place=last_place(folder, told.start.root if told.start else None),
    )
