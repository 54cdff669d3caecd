"""Numbers that a training depends on, and the optimiser."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from seismograd.faults import FaultType as F
from tests.calibration.operators.operator import Change, Operator
from tests.calibration.operators.source import LAYERS, Edit, Source, keyword

MANY = 100
"""From here on a number of iterations counts steps and not epochs."""


def scaled_rate(factor: float) -> Change:
    def change(source: Source) -> list[Edit]:
        rates = [keyword(one, "lr", "learning_rate") for one in source.optimisers]
        numbers = {n for rate in rates for n in source.constants(rate)}
        return [source.replace(n, f"{float(n.value) * factor:g}") for n in numbers]  # type: ignore[arg-type]

    return change


def _iterations(source: Source) -> list[ast.Constant]:
    fits = [keyword(call, "epochs") for call in source.calls("fit")]
    loops = [
        node.iter.args[0]
        for node in source.nodes
        if isinstance(node, ast.For)
        and isinstance(node.iter, ast.Call)
        and source.code(node.iter.func) == "range"
        and source.code(node.target) in ("epoch", "step")
    ]
    numbers = [n for value in [*fits, *loops] for n in source.constants(value)]
    return list(dict.fromkeys(numbers))


def fewer_iterations(source: Source) -> list[Edit]:
    numbers = _iterations(source)
    fewer = {n: max(1, int(n.value) // 50) if int(n.value) >= MANY else 1 for n in numbers}  # type: ignore[arg-type]
    return [source.replace(n, str(few)) for n, few in fewer.items()]


def far_fewer_steps(source: Source) -> list[Edit]:
    """A break that somebody left in the loop after debugging."""
    loops = [source.loop_of(one) for one in source.backwards]
    inner = [loop for loop in loops if loop and source.loop_of(loop)]
    steps = [one for one in source.statements_calling("step") if source.loop_of(one) in inner]
    return [source.after(steps[-1], "break")] if steps else []


def batch_size(value: int) -> Change:
    def change(source: Source) -> list[Edit]:
        loaders = [c for c in source.calls("DataLoader") if keyword(c, "shuffle")]
        given = [keyword(call, "batch_size") for call in [*loaders, *source.calls("fit")]]
        numbers = [n for one in given for n in source.constants(one)]
        for name in ("batch_size", "BATCH") if "randperm" in source.text else ():
            numbers = numbers or source.values_of(name)
        return [source.replace(n, str(value)) for n in dict.fromkeys(numbers)]

    return change


def other_optimiser(name: str, torch_extra: str = "") -> Change:
    """With the learning rate as it is."""

    def change(source: Source) -> list[Edit]:
        edits = []
        for call in source.optimisers:
            function = source.code(call.func)
            if function.endswith("." + name):
                continue
            rate = keyword(call, "lr", "learning_rate")
            arguments = [source.code(one) for one in call.args]
            key = "learning_rate" if source.is_keras else "lr"
            arguments += [f"{key}={source.code(rate)}"] if rate is not None else []
            arguments += [torch_extra] if torch_extra else []
            path = function.rpartition(".")[0]
            edits.append(source.replace(call, f"{path}.{name}({', '.join(arguments)})"))
        return edits

    return change


def weight_decay(source: Source) -> list[Edit]:
    if source.is_keras:
        layers = source.calls(*LAYERS)
        penalty = "keras.regularizers.L2(2.0)"
        return [source.set_keyword(layer, "kernel_regularizer", penalty) for layer in layers]
    decoupled = source.calls("AdamW")
    edits = [source.set_keyword(one, "weight_decay", "100.0") for one in decoupled]
    others = [one for one in source.optimisers if one not in decoupled]
    return edits + [source.set_keyword(one, "weight_decay", "2.0") for one in others]


def dropout_rate(source: Source) -> list[Edit]:
    calls = source.calls("Dropout")
    rates = [keyword(call, "p", "rate") or (call.args[0] if call.args else None) for call in calls]
    numbers = {n for rate in rates for n in source.constants(rate)}
    return [source.replace(n, "0.95") for n in numbers]


def rate_that_vanishes(source: Source) -> list[Edit]:
    """A schedule for epochs that is stepped with every batch."""
    steps = [one for one in source.statements_calling("step", "opt") if source.loop_of(one)]
    if not steps or not source.optimisers or "lr_scheduler" in source.text:
        return []
    statement = source.statement(source.optimisers[0])
    optimiser = source.code(steps[0].value.func.value)  # type: ignore[attr-defined]
    if not isinstance(statement, ast.Assign) or source.code(statement.targets[0]) != optimiser:
        return []
    prefix = optimiser.rpartition(".")[0]
    name = f"{prefix}.decay" if prefix else "decay"
    built = f"{name} = torch.optim.lr_scheduler.ExponentialLR({optimiser}, gamma=0.6)"
    return [source.after(statement, built), source.after(steps[0], f"{name}.step()")]


def steep_schedule(source: Source) -> list[Edit]:
    edits = []
    for call in source.calls("StepLR"):
        edits.append(source.set_keyword(call, "step_size", "1"))
        edits.append(source.set_keyword(call, "gamma", "0.01"))
    edits += [source.set_keyword(call, "T_max", "1") for call in source.calls("CosineAnnealingLR")]
    for call in source.calls("LambdaLR"):
        edits.append(source.replace(call.args[1], "lambda s: 0.8**s"))
    for call in source.calls("ReduceLROnPlateau"):
        edits.append(source.set_keyword(call, "factor", "0.001"))
        edits.append(source.set_keyword(call, "patience", "0"))
        edits.append(source.set_keyword(call, "mode", '"max"'))
    return edits


def tiny_clipping(source: Source) -> list[Edit]:
    """Of gradients that are summed up over a step."""
    if source.is_keras:
        return [source.set_keyword(call, "clipnorm", "1e-6") for call in source.optimisers]
    clips = source.calls("clip_grad_norm_")
    if clips:
        return [source.replace(_threshold(call), "1e-6") for call in clips]
    model = next(filter(None, map(source.model_of, source.optimisers)), None)
    loops = [one for one in source.backwards if source.loop_of(one)]
    if model is None or not loops or source.code(source.backwards[0]).count(".") > 1:
        return []
    clip = f"torch.nn.utils.clip_grad_norm_({model}.parameters(), 1e-6)"
    return [source.after(loops[0], clip)] if model in _names_near(source, loops[0]) else []


def _threshold(call: ast.Call) -> ast.expr:
    return keyword(call, "max_norm") or call.args[1]


def _names_near(source: Source, node: ast.AST) -> str:
    """The text of the function, or of the module, that the node is in."""
    scopes = [n for n in source.ancestors(node) if isinstance(n, ast.FunctionDef)]
    return source.code(scopes[0]) if scopes else source.text


def huge_momentum(source: Source) -> list[Edit]:
    calls = source.calls("SGD")
    return [source.set_keyword(call, "momentum", "0.999") for call in calls]


def _rows() -> Sequence[Operator]:
    small, large = ("learning-rate-too-small",), ("learning-rate-too-large",)
    return (
        Operator("rate-over-1000", F.HLR, scaled_rate(1e-3), (F.HNE, F.OCH, F.HBS), causes=small),
        Operator("rate-over-100000", F.HLR, scaled_rate(1e-5), (F.HNE, F.OCH, F.HBS), causes=small),
        Operator("rate-times-100", F.HLR, scaled_rate(1e2), (F.OCH, F.HBS), causes=large),
        Operator("rate-times-3000", F.HLR, scaled_rate(3e3), (F.OCH, F.HBS), causes=large),
        Operator("rate-ten", F.HLR, _rate_ten, (F.OCH, F.HBS), causes=large),
        Operator(
            "few-epochs", F.HNE, fewer_iterations, (F.HLR, F.HBS), causes=("too-few-updates",)
        ),
        Operator(
            "break-in-loop", F.LOOP, far_fewer_steps, (F.HNE,), causes=("too-few-updates",)
        ),
        Operator(
            "batch-of-everything", F.HBS, batch_size(5000), (F.HLR, F.HNE),
            causes=("too-few-updates",),
        ),
        Operator("plain-sgd", F.OCH, other_optimiser("SGD"), (F.HLR, F.HNE), causes=small),
        Operator("adadelta", F.OCH, other_optimiser("Adadelta"), (F.HLR, F.HNE), causes=small),
        Operator("huge-momentum", F.OCH, huge_momentum, (F.HLR,), causes=large),
        Operator("huge-weight-decay", F.RAW, weight_decay, causes=("weight-decay",)),
        Operator("huge-dropout", F.RCD, dropout_rate),
        Operator(
            "schedule-each-batch", F.HLR, rate_that_vanishes, (F.LOOP, F.HNE),
            causes=("learning-rate-gone",),
        ),
        Operator(
            "steep-schedule", F.HLR, steep_schedule, (F.HNE,), causes=("learning-rate-gone",)
        ),
        Operator("tiny-clipping", F.HLR, tiny_clipping, (F.API, F.LOOP)),
    )  # fmt: skip


def _rate_ten(source: Source) -> list[Edit]:
    rates = [keyword(one, "lr", "learning_rate") for one in source.optimisers]
    numbers = {n for rate in rates for n in source.constants(rate)}
    return [source.replace(n, "10.0") for n in numbers]


OPERATORS = _rows()
