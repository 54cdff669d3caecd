"""A run as one HTML page that loads nothing. Everything in it is foreign text and is escaped."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from seismograd.reports.html_page import MOST_ROWS, escape, list_section, page, table, table_section
from seismograd.reports.live_plot import live_plot, plot_script
from seismograd.reports.loss_plot import loss_plot
from seismograd.reports.measures import duration, number, share, size
from seismograd.reports.run_text import alarm_line, loss_line, warning_line
from seismograd.runs.summary import RunSummary
from seismograd.traces.events import Epoch, Frame, Raised, TensorFacts


def run_html(summary: RunSummary) -> str:
    """The whole page."""
    return page(summary.record.title, _sections(summary))


def _sections(summary: RunSummary) -> Iterator[str]:
    record, told = summary.record, summary.told
    state = escape(record.state.value)
    yield f'<h1>{escape(record.title)} <span class="state {state}">{state}</span></h1>'
    yield f"<p>{escape(record.sentence)}</p>"
    yield loss_section(summary)
    yield list_section("Alarms", map(alarm_line, told.alarms))
    if told.exception is not None:
        yield exception_section(told.exception)
    yield table_section("Run", ("", ""), run_facts(summary))
    yield _epochs(told.epochs)
    yield list_section("Warnings", map(warning_line, told.warnings))
    yield list_section("Files written", record.written)
    yield table_section("Packages", ("package", "version"), sorted(told.packages.items()))


def loss_section(summary: RunSummary, marks: Iterable[int] = ()) -> str:
    """With a mark at every step of an alarm, and at others."""
    points = summary.told.loss.points
    told = [alarm.step for alarm in summary.told.alarms if alarm.step is not None]
    alarms = sorted({*told, *marks})[:MOST_ROWS]
    picture = loss_plot(points, alarms)
    if picture is None:
        return "<p>No loss was seen.</p>"
    drawing, caption = live_plot(picture, points, alarms), escape(loss_line(summary))
    return (
        f"<h2>Loss</h2><figure>{drawing}<figcaption>{caption}</figcaption></figure>"
        f"<script>{plot_script()}</script>"
    )


def run_facts(summary: RunSummary) -> Iterator[tuple[str, str]]:
    record, told = summary.record, summary.told
    yield "started", record.started
    if record.seconds is not None:
        yield "time", duration(record.seconds)
    yield "steps", f"{told.steps:,}"
    for name, peak in (("memory", summary.peak_memory_bytes), ("GPU", summary.cuda_peak_bytes)):
        if peak:
            yield name, f"at most {size(peak)}"
    if summary.probe_share is not None:
        yield "probes", f"{share(summary.probe_share)} of the time"
    if record.seed is not None:
        yield "seed", str(record.seed)
    yield "sandbox", "; ".join([record.sandbox, *record.sandbox_why.splitlines()])
    yield "python", record.python
    trouble = summary.trace_trouble
    yield "trace", f"{summary.folder.trace}{f' ({trouble})' if trouble else ''}"


def exception_section(raised: Raised) -> str:
    frames = "".join(map(_frame, raised.frames[-MOST_ROWS:]))
    message = escape(raised.message)
    return f"<h2>Exception</h2><p><b>{escape(raised.type)}</b>: {message}</p><ol>{frames}</ol>"


def _frame(frame: Frame) -> str:
    kind = "ours" if frame.in_project else "theirs"
    place = escape(f"{frame.file}:{frame.line} in {frame.function or '?'}")
    code = f"<pre>{escape(frame.text)}</pre>" if frame.text else ""
    names = ("tensor", "shape", "type", "device", "range", "NaN")
    tensors = table(names, map(_tensor, frame.tensors)) if frame.tensors else ""
    return f'<li class="{kind}"><code>{place}</code>{code}{tensors}</li>'


def _tensor(tensor: TensorFacts) -> tuple[str, ...]:
    shape = "×".join("?" if size is None else str(size) for size in tensor.shape) or "scalar"
    found = "" if tensor.min is None else f"{number(tensor.min)} to {number(tensor.max)}"
    nan = "" if tensor.nan is None else number(tensor.nan)
    return tensor.name, shape, tensor.dtype or "", tensor.device or "", found, nan


def _epochs(epochs: Sequence[Epoch]) -> str:
    names = list(dict.fromkeys(name for epoch in epochs for name in epoch.metrics))[:20]
    rows = (
        (str(epoch.epoch), *(number(epoch.metrics.get(name)) for name in names)) for epoch in epochs
    )
    return table_section("Epochs", ("epoch", *names), rows) if names else ""
