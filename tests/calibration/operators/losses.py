"""The loss, shapes that broadcast, operations without a value, and metrics."""

from __future__ import annotations

import ast

from seismograd.faults import FaultType as F
from tests.calibration.operators.operator import Effect, Operator
from tests.calibration.operators.source import Edit, Source, keyword, last_name, text_of

CLASS_LOSSES = ("CrossEntropyLoss", "cross_entropy")


def likelihood_of_logits(source: Source) -> list[Edit]:
    """The loss for log-probabilities, given logits."""
    names = {"CrossEntropyLoss": "NLLLoss", "cross_entropy": "nll_loss"}
    edits = []
    for call in source.calls(*names):
        path = source.code(call.func).rpartition(".")[0]
        name = names[last_name(call.func) or ""]
        edits.append(source.replace(call.func, f"{path}.{name}"))
        edits += [source.replace(call, f"{path}.{name}()")] if call.keywords else []
    return edits[-1:] if any("NLLLoss()" in edit.text for edit in edits) else edits


def squared_error_of_classes(source: Source) -> list[Edit]:
    return [
        source.replace(given, '"mse"')
        for call in source.calls("compile")
        if (given := keyword(call, "loss")) is not None and _is_for_classes(source.code(given))
    ]


def _is_for_classes(loss: str) -> bool:
    return "categorical" in loss.lower()


def likelihood_of_numbers(source: Source) -> list[Edit]:
    """A loss for classes where the targets are numbers."""
    edits = [source.replace(call, "nn.BCEWithLogitsLoss()") for call in source.calls("MSELoss")]
    for call in source.calls("compile"):
        given = keyword(call, "loss")
        if given is not None and text_of(given) == "mse":
            edits.append(source.replace(given, '"binary_crossentropy"'))
    return edits


def logits_flag(source: Source) -> list[Edit]:
    flags = [keyword(call, "from_logits") for call in source.calls("SparseCategoricalCrossentropy")]
    return [source.replace(flag, "False") for flag in flags if flag is not None]


def wrong_sign(source: Source) -> list[Edit]:
    return [
        source.replace(one.value.func.value, f"(-{source.code(one.value.func.value)})")  # type: ignore[attr-defined]
        for one in source.backwards[:1]
    ]


def summed_loss(source: Source) -> list[Edit]:
    calls = source.calls("CrossEntropyLoss", "MSELoss", "BCEWithLogitsLoss", "cross_entropy")
    return [source.set_keyword(call, "reduction", '"sum"') for call in calls]


def lost_class_weight(source: Source) -> list[Edit]:
    """The frequent class is counted more instead of the rare one."""
    weights = [keyword(call, "pos_weight") for call in source.calls("BCEWithLogitsLoss")]
    return [source.replace(one, f"1 / {source.code(one)}") for one in weights if one is not None]


def broadcast_targets(source: Source) -> list[Edit]:
    """(N, 1) with (N,): every prediction is held against every target."""
    edits = []
    for call in source.calls("squeeze"):
        statement = source.statement(call)
        is_trained = isinstance(statement, ast.Assign | ast.Return)
        if is_trained and isinstance(call.func, ast.Attribute):
            edits.append(Edit(source.end(call.func.value), source.end(call), ""))
    return edits[:1]


def wrong_axes(source: Source) -> list[Edit]:
    """`view` or `reshape` where axes should be exchanged."""
    needle = ".transpose(1, 2).reshape("
    start = source.text.find(needle)
    return [Edit(start, start + len(needle), ".reshape(")] if start >= 0 else []


def scrambled_inputs(source: Source) -> list[Edit]:
    pair = source.training_pair
    if pair is None or source.is_keras or "Embedding" in source.text:
        return []
    return [pair.then("{x} = {x}.transpose(0, -1).reshape({x}.shape)")]


def log_of_zero(source: Source) -> list[Edit]:
    hand_made = "(lambda o, t: nn.functional.nll_loss(torch.log(torch.relu(o)), t))"
    edits = [source.replace(call, hand_made) for call in source.calls("CrossEntropyLoss")]
    for call in source.calls("BCEWithLogitsLoss"):
        if not call.keywords:
            edits.append(
                source.replace(call, "(lambda o, t: -(t * torch.log(torch.relu(o))).mean())")
            )
    for call in source.calls("MSELoss"):
        edits.append(source.replace(call, "(lambda o, t: torch.sqrt(torch.relu(t - o)).mean())"))
    return edits


def softmax_over_batch(source: Source) -> list[Edit]:
    """Probabilities over the wrong axis, in a loss by hand."""
    hand_made = "(lambda o, t: nn.functional.nll_loss(torch.log_softmax(o, dim=0), t))"
    return [source.replace(call, hand_made) for call in source.calls("CrossEntropyLoss")]


def worst_class(source: Source) -> list[Edit]:
    """What the network thinks least likely counts as its answer."""
    calls = [one for one in source.calls("argmax") if isinstance(one.func, ast.Attribute)]
    return [
        Edit(source.end(call.func.value), source.end(call.func), ".argmin")  # type: ignore[attr-defined]
        for call in calls
    ]


def probability_threshold(source: Source) -> list[Edit]:
    """A threshold for logits is used for probabilities, or the other way round."""
    for needle, instead in ((" > 0.5)", " > 0.999)"), ("model(x) > 0\n", "model(x) > 10\n")):
        start = source.text.find(needle)
        if start >= 0:
            return [Edit(start, start + len(needle), instead)]
    return []


def keras_metric(source: Source) -> list[Edit]:
    metrics = [keyword(call, "metrics") for call in source.calls("compile")]
    return [source.replace(one, '["binary_accuracy"]') for one in metrics if one is not None]


OPERATORS = (
    Operator(
        "likelihood-of-logits", F.LCH, likelihood_of_logits, (F.AAL, F.ACH),
        causes=("scores-as-probabilities",),
    ),
    Operator("squared-error-of-classes", F.LCH, squared_error_of_classes, (F.SHAPE, F.CPP)),
    Operator(
        "likelihood-of-numbers", F.LCH, likelihood_of_numbers, (F.CPP, F.ACH),
        causes=("labels-outside-loss",),
    ),
    Operator(
        "logits-flag", F.LCH, logits_flag, (F.AAL, F.ACH, F.API),
        causes=("scores-as-probabilities",),
    ),
    Operator("wrong-sign", F.LCH, wrong_sign, (F.LOOP, F.API), causes=("maximised-loss",)),
    Operator(
        "summed-loss", F.LCH, summed_loss, (F.HLR,), causes=("learning-rate-too-large",)
    ),
    Operator("lost-class-weight", F.LCH, lost_class_weight, (F.CPP,)),
    Operator("broadcast-targets", F.SHAPE, broadcast_targets, (F.LCH,), causes=("broadcast-loss",)),
    Operator("wrong-axes", F.SHAPE, wrong_axes, (F.API,)),
    Operator(
        "scrambled-inputs", F.SHAPE, scrambled_inputs, (F.CPP, F.API), causes=("mixed-examples",)
    ),
    Operator(
        "log-of-zero", F.API, log_of_zero, (F.LCH, F.ACH), causes=("undefined-operation",)
    ),
    Operator("softmax-over-batch", F.API, softmax_over_batch, (F.LCH, F.SHAPE)),
    Operator("worst-class", F.MET, worst_class, causes=("misread-output",)),
    Operator("wrong-threshold", F.MET, probability_threshold, causes=("stuck-metric",)),
    Operator("keras-metric", F.MET, keras_metric, effect=Effect.HIDDEN, causes=("stuck-metric",)),
)  # fmt: skip
