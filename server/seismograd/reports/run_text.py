"""The summary of a run for people at a terminal."""

from __future__ import annotations

from collections.abc import Iterator

from seismograd.reports.measures import duration, number, share, size
from seismograd.reports.style import Style, printable
from seismograd.runs.state import RunState
from seismograd.runs.summary import RunSummary
from seismograd.traces.events import Alarm, Place, Warned

MOST_LINES = 10
_COLOURS = {RunState.FINISHED: "green", RunState.CANCELLED: "yellow"}


def run_text(summary: RunSummary, style: Style) -> str:
    """How it ended, what the loss did, what went wrong, and where everything lies."""
    return "\n".join([_headline(summary, style), *_rows(summary, style)]) + "\n"


def _headline(summary: RunSummary, style: Style) -> str:
    record = summary.record
    state = style.paint(record.state.value, _COLOURS.get(record.state, "red"))
    time = "" if record.seconds is None else f" after {duration(record.seconds)}"
    return f"{style.paint(printable(record.title), 'bold')}: {state}{time}"


def _rows(summary: RunSummary, style: Style) -> Iterator[str]:
    for name, lines in _facts(summary):
        for line in lines[:MOST_LINES]:
            yield f"  {style.paint(f'{name:<10}', 'dim')} {printable(line)}"
            name = ""
        if len(lines) > MOST_LINES:
            yield f"  {'':<10} and {len(lines) - MOST_LINES} more"


def _facts(summary: RunSummary) -> Iterator[tuple[str, list[str]]]:
    record, told = summary.record, summary.told
    if record.state is not RunState.FINISHED:
        yield "why", [record.sentence]
    if summary.failure is not None and summary.failure.text:
        yield "line", [f"{summary.failure.place}: {summary.failure.text.strip()}"]
    if told.loss.last is not None:
        yield "loss", [loss_line(summary)]
    yield "steps", [f"{told.steps:,}"] if told.steps else []
    yield "alarms", [alarm_line(alarm) for alarm in told.alarms]
    yield "warnings", [warning_line(warning) for warning in told.warnings]
    yield "trouble", [f"{trouble.probe}: {trouble.message}" for trouble in told.troubles]
    yield "memory", _memory(summary)
    if summary.probe_share is not None:
        yield "probes", [f"took {share(summary.probe_share)} of the time"]
    yield "sandbox", [record.sandbox, *record.sandbox_why.splitlines()]
    yield "python", [f"{record.python} ({record.python_why})"]
    yield "output", _dropped(summary)
    yield "files", _files(summary)
    trouble = summary.trace_trouble
    yield "trace", [str(summary.folder.trace), *([trouble] if trouble else [])]


def loss_line(summary: RunSummary) -> str:
    """First, best and last."""
    loss = summary.told.loss
    parts = [f"first {number(loss.first.value)}"] if loss.first else []
    if loss.best:
        parts.append(f"best {number(loss.best.value)} at step {loss.best.step:,}")
    return ", ".join([*parts, f"last {number(loss.last.value)}"] if loss.last else parts)


def alarm_line(alarm: Alarm) -> str:
    when = "" if alarm.step is None else f" at step {alarm.step:,}"
    return f"{alarm.alarm or 'alarm'}{when}{_where(alarm.place)}"


def warning_line(warning: Warned) -> str:
    first = next(iter(warning.message.strip().splitlines()), "")
    return f"{warning.category or 'Warning'}: {first}{_where(warning.place)}"


def _where(place: Place | None) -> str:
    return f" ({place.file}:{place.line})" if place and place.file else ""


def _memory(summary: RunSummary) -> list[str]:
    peaks = {"": summary.peak_memory_bytes, " on the GPU": summary.cuda_peak_bytes}
    shown = [f"{size(peak)}{where}" for where, peak in peaks.items() if peak]
    return [f"at most {' and '.join(shown)}"] if shown else []


def _dropped(summary: RunSummary) -> list[str]:
    record = summary.record
    streams = {"stdout": record.stdout_dropped, "stderr": record.stderr_dropped}
    return [
        f"{size(lost)} of {name} neither shown nor kept: more than its limit (limits.output)"
        for name, lost in streams.items()
        if lost
    ]


def _files(summary: RunSummary) -> list[str]:
    record = summary.record
    if not record.written:
        return []
    kept = f"copies in {summary.folder.files}" if record.kept else "too large to be kept"
    if 0 < record.kept < len(record.written):
        kept = f"{record.kept} of {len(record.written)} kept, in {summary.folder.files}"
    return [f"written: {kept}", *record.written]
