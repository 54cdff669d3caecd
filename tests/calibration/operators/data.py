"""What is wrong with inputs, labels and how they are split."""

from __future__ import annotations

import ast

from seismograd.faults import FaultType as F
from tests.calibration.operators.operator import Change, Effect, Operator
from tests.calibration.operators.source import Edit, Source, keyword


def _scaled(source: Source, node: ast.AST) -> list[ast.BinOp]:
    """`(x - mean) / std` and `x / 255`, where that is what a statement computes."""
    value: ast.AST = getattr(node, "value", None) or ast.Constant(None)
    values: list[ast.AST] = [*value.elts] if isinstance(value, ast.Tuple) else [value]
    if isinstance(node, ast.Return):
        values = list(ast.walk(value))
    operations = [one for one in values if isinstance(one, ast.BinOp)]
    return [one for one in operations if _is_scaling(source, one)]


def _is_scaling(source: Source, node: ast.BinOp) -> bool:
    if not isinstance(node.op, ast.Div):
        return False
    if source.code(node.right) == "255.0":
        return True
    return isinstance(node.left, ast.BinOp) and isinstance(node.left.op, ast.Sub)


def no_scaling(source: Source) -> list[Edit]:
    edits = []
    for node in source.nodes:
        if not isinstance(node, ast.Assign | ast.Return):
            continue
        target = source.code(node.targets[0]) if isinstance(node, ast.Assign) else ""
        if target.startswith(("y", "self.adjacency")):
            continue
        for found in _scaled(source, node):
            inner = found.left.left if isinstance(found.left, ast.BinOp) else found.left
            edits.append(source.replace(found, source.code(inner)))
    return edits


def spoiled(torch_line: str, numpy_line: str = "", only: tuple[str, ...] = ("",)) -> Change:
    """More statements after the training data is there."""

    def change(source: Source) -> list[Edit]:
        pair = source.training_pair
        line = numpy_line if source.is_keras else torch_line
        if pair is None or not line or not any(word in source.text for word in only):
            return []
        return [pair.then(line)]

    return change


def sorted_data(source: Source) -> list[Edit]:
    """By label, and read in that order."""
    pair = source.training_pair
    if pair is None or not pair.is_whole_set:
        return []
    if source.is_keras:
        order = pair.then("order = np.argsort({y})", "{x}, {y} = {x}[order], {y}[order]")
        fits = source.calls("fit")
        return [order, *(source.set_keyword(one, "shuffle", "False") for one in fits)]
    order = pair.then("order = {y}.argsort()", "{x}, {y} = {x}[order], {y}[order]")
    flags = [keyword(call, "shuffle") for call in source.calls("DataLoader")]
    edits = [source.replace(flag, "False") for flag in flags if flag is not None]
    for call in source.calls("randperm"):
        edits.append(source.replace(call.func, "torch.arange"))
    return [order, *edits] if edits else []


def leaking_split(source: Source) -> list[Edit]:
    """The examples for testing are trained on, too."""
    pair = source.training_pair
    if pair is None or not pair.is_whole_set:
        return []
    tests = [
        node
        for node in source.nodes
        if isinstance(node, ast.Assign)
        and isinstance(node.value, ast.Call)
        and isinstance(node.targets[0], ast.Tuple)
        and source.code(node.targets[0]) == _of_tests(source, pair.inputs, pair.labels)
    ]
    if not tests:
        return []
    x, y = (source.code(one) for one in tests[0].targets[0].elts)  # type: ignore[attr-defined]
    join = "np.concatenate" if source.is_keras else "torch.cat"
    lines = [f"{own} = {join}([{own}, {one}])" for own, one in ((pair.inputs, x), (pair.labels, y))]
    return [source.after(tests[0], *lines)]


def _of_tests(source: Source, x: str, y: str) -> str:
    names = [f"{x.replace('train', n)}, {y.replace('train', n)}" for n in ("test", "valid")]
    return next((one for one in names if one in source.text), "")


def tested_on_training(source: Source) -> list[Edit]:
    """No example is held back: the last evaluation is of the training set."""
    for needle, instead in (
        ("evaluate(model, test_loader)", "evaluate(model, train_loader)"),
        ("classifier, test_words, test_labels", "classifier, train_words, train_labels"),
        ("f1_score(tagger, valid_loader)", "f1_score(tagger, train_loader)"),
        (", validation_data=(x_test, y_test)", ""),
    ):
        start = source.text.rfind(needle)
        if start >= 0:
            return [Edit(start, start + len(needle), instead)]
    return []


CLASSES = ("CrossEntropyLoss", "cross_entropy", "ategorical")

OPERATORS = (
    Operator("no-scaling", F.CPP, no_scaling, (F.LRM, F.HLR), causes=("unscaled-inputs",)),
    Operator(
        "inputs-times-1000", F.CPP,
        spoiled("{x} = {x} * 1000.0", "{x} = {x} * 1000.0", only=("Linear", "Conv", "Dense")),
        (F.LRM, F.HLR), causes=("unscaled-inputs",),
    ),
    Operator(
        "labels-shuffled", F.CPP,
        spoiled(
            "{y} = {y}[torch.randperm(len({y}))]", "{y} = np.random.permutation({y})"
        ),
    ),
    Operator(
        "inputs-shuffled", F.CPP,
        spoiled(
            "{x} = {x}[torch.randperm(len({x}))]", "{x} = np.random.permutation({x})"
        ),
    ),
    Operator(
        "labels-rolled", F.CPP, spoiled("{y} = {y}.roll(1, 0)", "{y} = np.roll({y}, 1, axis=0)")
    ),
    Operator(
        "labels-shifted", F.CPP,
        spoiled(
            "{y} = ({y} + 1) % ({y}.max() + 1)", "{y} = ({y} + 1) % ({y}.max() + 1)", only=CLASSES
        ),
        causes=("renumbered-labels",),
    ),
    Operator(
        "labels-noisy", F.CPP,
        spoiled(
            "{y} = torch.where(torch.rand(len({y})) < 0.7, {y}[torch.randperm(len({y}))], {y})",
            "{y} = np.where(np.random.rand(len({y})) < 0.7, np.random.permutation({y}), {y})",
            only=CLASSES,
        ),
    ),
    Operator(
        "labels-constant", F.CPP,
        spoiled("{y} = torch.zeros_like({y})", "{y} = np.zeros_like({y})"),
        causes=("constant-data",),
    ),
    Operator(
        "inputs-constant", F.CPP,
        spoiled("{x} = torch.ones_like({x})", "{x} = np.ones_like({x})"),
        causes=("constant-data",),
    ),
    Operator(
        "inputs-not-finite", F.CPP,
        spoiled("{x} = {x} / ({x} - {x}.min())", "{x} = {x} / ({x} - {x}.min())",
                only=("Linear", "Conv", "Dense")),
        (F.API,), causes=("missing-values",),
    ),
    Operator(
        "few-examples", F.CPP,
        spoiled("{x}, {y} = {x}[:12], {y}[:12]", "{x}, {y} = {x}[:12], {y}[:12]"),
        (F.HNE, F.RCD), causes=("overfitting",),
    ),
    Operator("sorted-data", F.CPP, sorted_data, (F.LOOP,), causes=("sorted-data",)),
    Operator(
        "leaking-split", F.CPP, leaking_split, (F.VRM,), effect=Effect.HIDDEN, causes=("leakage",)
    ),
    Operator(
        "tested-on-training", F.VRM, tested_on_training, (F.CPP,), effect=Effect.HIDDEN,
        causes=("leakage",),
    ),
)  # fmt: skip
