"""A run as one HTML page that loads nothing. Everything in it is foreign text and is escaped."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from html import escape as escape_html

from seismograd.redaction import redact
from seismograd.reports.live_plot import live_plot, plot_script, plot_style, script_source
from seismograd.reports.loss_plot import loss_plot
from seismograd.reports.measures import duration, number, share, size
from seismograd.reports.run_page_style import STYLE
from seismograd.reports.run_text import alarm_line, loss_line, warning_line
from seismograd.runs.summary import RunSummary
from seismograd.traces.events import Epoch, Frame, Raised, TensorFacts

POLICY = (
    "default-src 'none'; script-src {}; style-src 'unsafe-inline';"
    " base-uri 'none'; form-action 'none'"
)
MOST_ROWS = 200


def escape(text: str) -> str:
    """People pass the page on: no secrets, and no markup."""
    return escape_html(redact(text))


def run_html(summary: RunSummary) -> str:
    """The whole page."""
    title, policy = escape(summary.record.title), POLICY.format(script_source())
    return (
        '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{title} - Seismograd</title><style>{plot_style()}{STYLE}</style></head>"
        f"<body><main>{''.join(_sections(summary))}</main></body></html>\n"
    )


def _sections(summary: RunSummary) -> Iterator[str]:
    record, told = summary.record, summary.told
    state = escape(record.state.value)
    yield f'<h1>{escape(record.title)} <span class="state {state}">{state}</span></h1>'
    yield f"<p>{escape(record.sentence)}</p>"
    yield _plot(summary)
    yield _list("Alarms", map(alarm_line, told.alarms))
    if told.exception is not None:
        yield _exception(told.exception)
    yield _table("Run", ("", ""), _facts(summary))
    yield _epochs(told.epochs)
    yield _list("Warnings", map(warning_line, told.warnings))
    yield _list("Files written", record.written)
    yield _table("Packages", ("package", "version"), sorted(told.packages.items()))


def _plot(summary: RunSummary) -> str:
    points = summary.told.loss.points
    alarms = [alarm.step for alarm in summary.told.alarms if alarm.step is not None]
    picture = loss_plot(points, alarms)
    if picture is None:
        return "<p>No loss was seen.</p>"
    drawing, caption = live_plot(picture, points, alarms), escape(loss_line(summary))
    return (
        f"<h2>Loss</h2><figure>{drawing}<figcaption>{caption}</figcaption></figure>"
        f"<script>{plot_script()}</script>"
    )


def _facts(summary: RunSummary) -> Iterator[tuple[str, str]]:
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


def _exception(raised: Raised) -> str:
    frames = "".join(map(_frame, raised.frames[-MOST_ROWS:]))
    message = escape(raised.message)
    return f"<h2>Exception</h2><p><b>{escape(raised.type)}</b>: {message}</p><ol>{frames}</ol>"


def _frame(frame: Frame) -> str:
    kind = "ours" if frame.in_project else "theirs"
    place = escape(f"{frame.file}:{frame.line} in {frame.function or '?'}")
    code = f"<pre>{escape(frame.text)}</pre>" if frame.text else ""
    names = ("tensor", "shape", "type", "device", "range", "NaN")
    tensors = _rows(names, map(_tensor, frame.tensors)) if frame.tensors else ""
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
    return _table("Epochs", ("epoch", *names), rows) if names else ""


def _list(title: str, items: Iterable[str]) -> str:
    shown = [f"<li>{escape(item)}</li>" for item in items]
    if not shown:
        return ""
    more = f"<p>and {len(shown) - MOST_ROWS} more</p>" if len(shown) > MOST_ROWS else ""
    return f"<h2>{title}</h2><ul>{''.join(shown[:MOST_ROWS])}</ul>{more}"


def _table(title: str, names: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    found = list(rows)
    return f"<h2>{title}</h2>{_rows(names, found[:MOST_ROWS])}" if found else ""


def _rows(names: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    head = "".join(f"<th>{escape(name)}</th>" for name in names) if any(names) else ""
    body = "".join(
        f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in row)}</tr>" for row in rows
    )
    return f"<table><tr>{head}</tr>{body}</table>" if head else f"<table>{body}</table>"
