"""What instrumented runs wrote down: events, a reader that follows them, a summary."""

from seismograd.traces.plain import plain
from seismograd.traces.reader import TraceReader
from seismograd.traces.summariser import Summariser, summarise
from seismograd.traces.summary import LayerSummary, LossSummary, Parts, TraceSummary
from seismograd.traces.trace_file import TraceUnreadable

__all__ = [
    "LayerSummary",
    "LossSummary",
    "Parts",
    "Summariser",
    "TraceReader",
    "TraceSummary",
    "TraceUnreadable",
    "plain",
    "summarise",
]
