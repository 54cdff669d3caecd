"""Evaluation loops of a PyTorch program: code that runs a network to measure it."""

from __future__ import annotations

import re

from seismograd.program.model import EvaluationLoop, Program
from seismograd.program.tensors import NO_GRAD
from seismograd.program.torch.lightning import EVALUATION_STEPS, TRAINING_STEP, is_lightning
from seismograd.program.torch.read_loops import called_networks
from seismograd.program.torch.read_networks import NetworksWithParts
from seismograd.program.torch.steps import is_forward, mode_set
from seismograd.source.evaluate.calls import Call
from seismograd.source.evaluate.interpreter import Interpreter
from seismograd.source.evaluate.values import Instance, Object, Value

_EVALUATION_NAME = re.compile(r"eval|test|valid|predict|infer", re.IGNORECASE)
Modes = dict[int, list[tuple[Call, bool]]]
"""Network -> the calls that set its mode, and whether to evaluation."""


def read_evaluations(run: Interpreter, program: Program, networks: NetworksWithParts) -> None:
    trained = {id(loop.loop) for loop in program.loops if loop.loop is not None}
    functions = {id(loop.function) for loop in program.loops if loop.loop is None}
    groups: dict[tuple[int, int], list[Call]] = {}
    for call in run.calls:
        if not is_forward(run, call) or not _is_evaluation(call):
            continue
        if id(call.loop) in trained or (call.loop is None and id(call.function) in functions):
            continue
        groups.setdefault((id(call.loop), id(call.function)), []).append(call)
    modes = _modes(run) if groups else {}
    for forwards in groups.values():
        program.evaluations.append(_evaluation(networks, forwards, modes))


def _is_evaluation(call: Call) -> bool:
    if _without_gradients(call):
        return True
    function = call.function
    if function is None or function.name == TRAINING_STEP:
        return False
    return bool(_EVALUATION_NAME.search(function.name))


def _without_gradients(call: Call) -> bool:
    return any(getattr(context, "path", None) in NO_GRAD for context in call.contexts)


def _evaluation(networks: NetworksWithParts, forwards: list[Call], modes: Modes) -> EvaluationLoop:
    first = forwards[0]
    place = first.loop.place if first.loop is not None else first.place
    # The trainer of Lightning switches mode and gradients before it calls these steps.
    prepared = _is_step_of_lightning(first)
    no_grad = prepared or _without_gradients(first)
    mode = True if prepared else mode_before(first, modes)
    return EvaluationLoop(place, first.loop, first.function, forwards,
                          called_networks(networks, forwards), no_grad, mode)  # fmt: skip


def _is_step_of_lightning(call: Call) -> bool:
    function = call.function
    in_step = function is not None and function.name in EVALUATION_STEPS
    return in_step and is_lightning(call.receiver)


def _modes(run: Interpreter) -> Modes:
    found: Modes = {}
    for call in run.calls:
        if call.method in ("train", "eval") and call.receiver is not None:
            kind = mode_set(run, call)
            if kind is not None:
                found.setdefault(id(call.receiver), []).append((call, kind == "eval_mode"))
    return found


def mode_before(forward: Call, modes: Modes) -> bool | None:
    """Whether a network is in evaluation mode where it is called; None where not certain."""
    known = modes.get(id(forward.receiver), [])
    if not known:
        return False if _is_built_here(forward.receiver) else None
    mode: bool | None = None
    for call, evaluates in known:
        if call.index >= forward.index:
            break
        certain = set(call.branches) <= set(forward.branches)
        mode = evaluates if certain or mode == evaluates else None
    return mode


def _is_built_here(value: Value | None) -> bool:
    """Whether a network starts in training mode for certain: loaders of others may change it."""
    if isinstance(value, Object):
        return value.path.startswith(("torch.nn.", "torchvision.models."))
    return isinstance(value, Instance)
