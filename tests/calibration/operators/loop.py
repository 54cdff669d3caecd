"""Steps of the training loop, modes, the graph of autograd, and which parameters learn."""

from __future__ import annotations

import ast

from seismograd.faults import FaultType as F
from tests.calibration.operators.operator import Effect, Operator
from tests.calibration.operators.source import Edit, Source


def without_zero_grad(source: Source) -> list[Edit]:
    return [source.remove(one) for one in source.statements_calling("zero_grad")]


def zero_grad_before_step(source: Source) -> list[Edit]:
    steps = source.statements_calling("step", "opt")
    cleared = source.statements_calling("zero_grad")
    return [source.before(steps[0], source.code(cleared[0]))] if steps and cleared else []


def without_step(source: Source) -> list[Edit]:
    return [source.remove(one) for one in source.statements_calling("step", "opt")]


def step_after_loop(source: Source) -> list[Edit]:
    """Once an epoch instead of once a batch."""
    for step in source.statements_calling("step", "opt"):
        loop = source.loop_of(step)
        if loop is not None and source.loop_of(loop) is not None:
            return [source.remove(step), source.after(loop, source.code(step))]
    return []


def without_backward(source: Source) -> list[Edit]:
    return [source.remove(one) for one in source.backwards]


def detached_loss(source: Source) -> list[Edit]:
    """The value of the loss, as a new leaf: its gradient goes nowhere."""
    for backward in source.backwards:
        loss = source.code(backward.value.func.value)  # type: ignore[attr-defined]
        leaf = f"{loss} = torch.tensor({loss}.item(), requires_grad=True)"
        return [source.before(backward, leaf)]
    return []


def detached_output(source: Source) -> list[Edit]:
    """In the middle of the network: what lies before never learns."""
    for needle in ("self.dropout(", "self.out(", "self.norm2(", "self.second(", "self.conv2("):
        for call in source.calls(needle[5:-1]):
            if source.code(call.func) == needle[:-1] and not source.is_keras:
                return [source.wrap(call.args[0], "", ".detach()")]
    return []


def loop_without_gradient(source: Source) -> list[Edit]:
    loops = [source.loop_of(one) for one in source.backwards]
    return [source.before(loops[0], "torch.set_grad_enabled(False)")] if loops and loops[0] else []


def evaluation_mode_in_training(source: Source) -> list[Edit]:
    if not source.calls("Dropout", "BatchNorm1d", "BatchNorm2d"):
        return []
    return [
        source.replace(one.value.func, f"{source.code(one.value.func.value)}.eval")  # type: ignore[attr-defined]
        for one in source.statements_calling("train")
        if not one.value.args  # type: ignore[attr-defined]
    ]


def training_mode_in_evaluation(source: Source) -> list[Edit]:
    """`eval()` is missing."""
    if not source.calls("Dropout", "BatchNorm1d", "BatchNorm2d"):
        return []
    return [source.remove(one) for one in source.statements_calling("eval")]


def dropout_in_evaluation(source: Source) -> list[Edit]:
    """The function drops in evaluation as well, unless it is told."""
    return [
        edit
        for call in source.calls("dropout")
        if source.code(call.func) == "self.dropout"
        for edit in (
            Edit(source.start(call), source.start(call.args[0]), "torch.nn.functional.dropout("),
            Edit(source.end(call.args[0]), source.end(call), ", 0.8)"),
        )
    ]


def kept_graph(source: Source) -> list[Edit]:
    """`total += loss` keeps the graphs of all steps."""
    edits = []
    for call in source.calls("item"):
        statement = source.statement(call)
        is_summed = isinstance(statement, ast.AugAssign) or ".append(" in source.code(statement)
        if is_summed and source.code(call) == "loss.item()":
            edits.append(source.replace(call, "loss"))
    return edits


def part_of_parameters(source: Source) -> list[Edit]:
    return [
        source.replace(one.args[0], f"list({source.code(one.args[0])})[-1:]")
        for one in source.optimisers
        if source.model_of(one) is not None
    ]


def parameters_of_copy(source: Source) -> list[Edit]:
    edits = [
        source.replace(one.args[0], f"deepcopy({model}).parameters()")
        for one in source.optimisers
        if (model := source.model_of(one)) is not None
    ]
    return [*edits, source.at_top("from copy import deepcopy")] if edits else []


def frozen_layers(source: Source) -> list[Edit]:
    if source.is_keras:
        layers = source.calls("Dense", "Conv2D")[:-1]
        return [source.set_keyword(one, "trainable", "False") for one in layers]
    for optimiser in source.optimisers:
        model = source.model_of(optimiser)
        if model is not None:
            lines = (
                f"for parameter in list({model}.parameters())[:-2]:",
                "    parameter.requires_grad = False",
            )
            return [source.before(optimiser, *lines)]
    return []


def plain_list(source: Source) -> list[Edit]:
    """Layers in a list that the module does not know."""
    return [source.replace(call, source.code(call.args[0])) for call in source.calls("ModuleList")]


def layers_built_in_forward(source: Source) -> list[Edit]:
    """A layer that is built anew with every call: it never learns."""
    for node in source.nodes:
        if not isinstance(node, ast.Assign) or not isinstance(node.value, ast.Call):
            continue
        name, code = source.code(node.targets[0]), source.code(node.value)
        if not name.startswith("self.") or not code.startswith("nn.Linear("):
            continue
        uses = [c for c in source.calls(name[5:]) if source.code(c.func) == name]
        names = {n.id for n in ast.walk(node.value) if isinstance(n, ast.Name)} - {"nn"}
        if uses and all(one.isupper() for one in names):
            return [source.replace(uses[0].func, code)]
    return []


def unscaled_accumulation(source: Source) -> list[Edit]:
    """Gradients are summed up and never cleared between the steps."""
    inside = [
        one
        for one in source.statements_calling("zero_grad")
        if isinstance(next(iter(source.ancestors(one))), ast.If)
    ]
    return [source.remove(one) for one in inside]


OPERATORS = (
    Operator("no-zero-grad", F.LOOP, without_zero_grad, causes=("kept-gradients",)),
    Operator(
        "zero-grad-before-step", F.LOOP, zero_grad_before_step,
        causes=("no-updates", "discarded-gradients"),
    ),
    Operator("no-step", F.LOOP, without_step, causes=("no-updates",)),
    Operator(
        "step-after-loop", F.LOOP, step_after_loop, (F.HNE,), causes=("discarded-gradients",)
    ),
    Operator("no-backward", F.LOOP, without_backward, (F.GRAPH,), causes=("untrained-layers",)),
    Operator(
        "detached-loss", F.GRAPH, detached_loss, (F.LOOP, F.REG), causes=("untrained-layers",)
    ),
    Operator(
        "detached-output", F.GRAPH, detached_output, (F.REG,), causes=("gradient-cut",)
    ),
    Operator("no-grad-loop", F.GRAPH, loop_without_gradient, (F.LOOP,)),
    Operator(
        "evaluation-mode", F.LOOP, evaluation_mode_in_training, causes=("training-mode",)
    ),
    Operator(
        "no-eval", F.LOOP, training_mode_in_evaluation, causes=("evaluation-mode",)
    ),
    Operator("dropout-in-evaluation", F.LOOP, dropout_in_evaluation, (F.API, F.RCD)),
    Operator("kept-graph", F.GRAPH, kept_graph, effect=Effect.HIDDEN, causes=("kept-graph",)),
    Operator(
        "part-of-parameters", F.REG, part_of_parameters, causes=("untrained-layers",)
    ),
    Operator(
        "parameters-of-copy", F.REG, parameters_of_copy, causes=("untrained-layers",)
    ),
    Operator("frozen-layers", F.REG, frozen_layers, causes=("untrained-layers",)),
    Operator("plain-list", F.REG, plain_list, causes=("untrained-layers",)),
    Operator(
        "layer-built-in-forward", F.REG, layers_built_in_forward, (F.API,),
        causes=("untrained-layers",),
    ),
    Operator("accumulation-not-cleared", F.LOOP, unscaled_accumulation, causes=("kept-gradients",)),
)  # fmt: skip
