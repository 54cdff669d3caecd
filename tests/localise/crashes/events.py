"""Exceptions made by hand: what a trace says of machines and mistakes that tests do not have."""

from __future__ import annotations

from seismograd.localise.crashes import Crash, explain_crash
from seismograd.traces import TraceSummary
from seismograd.traces.events import Frame, Place, Raised, TensorFacts
from seismograd.traces.events.parts import FrameModule

TORCH = "/venv/lib/python3.11/site-packages/torch/nn/modules/linear.py"
SCRIPT = "train.py"


def tensor(name: str, *shape: int, device: str = "cpu", dtype: str = "float32") -> TensorFacts:
    return TensorFacts(name, shape, dtype, device)


def own(line: int, *tensors: TensorFacts) -> Frame:
    return Frame(SCRIPT, line, "<module>", "", True, tensors)


def layer(kind: str, built: int, settings: str, *tensors: TensorFacts) -> Frame:
    module = FrameModule(kind, Place(SCRIPT, built), settings)
    return Frame(TORCH, 1, f"{kind}.forward", "", False, tensors, module)


def explained(
    message: str,
    *frames: Frame,
    kind: str = "RuntimeError",
    source: str = "",
    summary: TraceSummary | None = None,
) -> Crash | None:
    raised = Raised(0.0, kind, message, frames=frames)
    return explain_crash(raised, summary, {SCRIPT: source}.get)
