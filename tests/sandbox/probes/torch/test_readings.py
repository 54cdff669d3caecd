"""How scripts read the output of their network, seen where they do it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.sandbox.probes.torch.watching import Watched, plain, watched

LOOP = """
    import torch
    from torch import nn
    import torch.nn.functional as F
    network = nn.Linear(5, {units})
    optimizer = torch.optim.SGD(network.parameters(), lr=0.1)
    inputs, labels = torch.randn(60, 5), torch.randint(0, {classes}, (60,))
    result = []
    for epoch in range(4):
        for at in range(0, 60, 6):
            optimizer.zero_grad()
            loss = F.cross_entropy(network(inputs[at:at + 6]), labels[at:at + 6] % {units})
            loss.backward()
            optimizer.step()
        with torch.no_grad():
            {evaluated}
"""
CLASSES = "result.append((network(inputs).argmax({axis}) == labels).float().mean().item())"


def source(evaluated: str, units: int = 3, classes: int = 3) -> str:
    return LOOP.format(evaluated=evaluated, units=units, classes=classes)


def readings(folder: Path, text: str) -> list[dict[str, Any]]:
    return watched(folder, text, check_network=True).of_kind("reading")


def only(found: list[dict[str, Any]], function: str) -> dict[str, Any]:
    (event,) = [one for one in found if one["function"] == function]
    return event


@pytest.mark.parametrize(
    ("written", "axis"),
    [
        ("network(inputs).argmax(1)", 1),
        ("torch.argmax(network(inputs), dim=-1)", 1),
        ("network(inputs).max(0)", 0),
        ("network(inputs).argmax()", None),
    ],
)
def test_the_axis_of_the_largest(written: str, axis: int | None, tmp_path: Path) -> None:
    event = only(readings(tmp_path, source(written)), "argmax")
    assert event.get("axis") == axis
    assert event["output_shape"] == event["shape"] == [60, 3]


def test_right_answers_are_counted_in_every_evaluation(tmp_path: Path) -> None:
    seen = watched(tmp_path, source(CLASSES.format(axis=1)), check_network=True)
    event = only(seen.of_kind("reading"), "correct")
    shares = [right / whole for right, whole in event["passes"]]
    assert shares == pytest.approx(seen.names["result"])
    assert event["place"] == seen.place("result.append")


@pytest.mark.parametrize("written", ["(scores > 0.5)", "torch.round(scores)", "scores.ge(0.5)"])
def test_scores_against_one_half(written: str, tmp_path: Path) -> None:
    evaluated = f"scores = network(inputs).squeeze(-1); result.append({written})"
    (event,) = readings(tmp_path, source(evaluated, units=1))
    assert event["threshold"] == 0.5
    assert 0 < event["share"] < 1


def test_what_is_measured_of_scores_is_no_reading_of_the_script(tmp_path: Path) -> None:
    evaluated = "marks = labels[:, None] == 1; [(network(inputs) > 0) == marks for _ in range(2)]"
    (event,) = readings(tmp_path, source(evaluated, units=1))
    assert event["threshold"] == 0


def test_outputs_of_several_batches_put_together(tmp_path: Path) -> None:
    evaluated = "torch.cat([network(part) for part in inputs.split(20)]) > 0.5"
    event = only(readings(tmp_path, source(evaluated)), "threshold")
    assert event["shape"] == [60, 3]


@pytest.mark.parametrize(
    "written", ["torch.sigmoid(network(inputs)) > 0.5", "inputs > 0.5", "network(inputs).max()"]
)
def test_what_is_no_reading(written: str, tmp_path: Path) -> None:
    assert readings(tmp_path, source(written)) == []


PADDED = """
    import torch
    from torch import nn
    network = nn.Sequential(nn.Embedding(9, 8{index}), nn.Linear(8, 4))
    optimizer = torch.optim.SGD(network.parameters(), lr=0.1)
    words = torch.randint(1, 9, (30, 7))
    words[torch.arange(7) >= torch.randint(2, 8, (30, 1))] = 0
    labels = torch.where(words == 0, 0, words % 3 + 1)
    for epoch in range(3):
        loss = nn.functional.cross_entropy(network(words).flatten(0, 1), labels.flatten())
        loss.backward()
        optimizer.step()
        with torch.no_grad():
            right = network(words).argmax(-1) == labels
"""


@pytest.mark.parametrize("index", [", padding_idx=0", ""])
def test_padding_is_counted_apart(index: str, tmp_path: Path) -> None:
    seen = watched(tmp_path, PADDED.format(index=index), check_network=True)
    event = only(seen.of_kind("reading"), "correct")
    padding = int((seen.names["words"] == 0).sum())
    assert [row[3] for row in event["passes"]] == [padding] * 3
    assert event["passes"][-1][0] == int(seen.names["right"].sum())


def test_the_operations_are_put_back_and_give_what_they_gave(tmp_path: Path) -> None:
    import torch

    before = {name: getattr(torch.Tensor, name) for name in ("argmax", "__eq__", "gt", "round")}
    text = source(CLASSES.format(axis=1))
    seen: Watched = watched(tmp_path, text, check_network=True)
    assert seen.names["result"] == plain(tmp_path, text)["result"]
    assert {name: getattr(torch.Tensor, name) for name in before} == before


def test_nobody_looks_unless_asked(tmp_path: Path) -> None:
    assert watched(tmp_path, source(CLASSES.format(axis=1))).of_kind("reading") == []


@pytest.mark.parametrize(("labels", "share"), [("(labels + 1) % 3", 1.0), ("labels * 0", None)])
def test_answers_that_are_right_but_for_their_numbers_are_counted(
    tmp_path: Path, labels: str, share: float | None
) -> None:
    text = source(f"result.append((network(inputs).argmax(1) == {labels}).sum().item())")
    text = text.replace("torch.randint(0, 3, (60,))", "torch.arange(60) % 3")
    text = text.replace("torch.randn(60, 5)", "torch.eye(5)[torch.arange(60) % 3]")
    told = only(readings(tmp_path, text.replace("lr=0.1", "lr=1.0")), "correct")
    assert told["passes"][-1][0] == (0 if share else 20)
    assert told.get("renumbered") == share


def test_the_smallest_score_is_seen_as_well(tmp_path: Path) -> None:
    (tmp_path / "class").mkdir()
    found = readings(tmp_path / "class", source("result.append(network(inputs).argmin(1))"))
    assert only(found, "argmin")["axis"] == 1
    assert not readings(tmp_path, source("result.append(network(inputs).min())"))


@pytest.mark.parametrize(
    "written", ["network(inputs).max(1)[0]", "network(inputs).softmax(1).max(dim=1).values"]
)
def test_a_largest_score_that_is_compared_with_labels(written: str, tmp_path: Path) -> None:
    event = only(readings(tmp_path, source(f"result.append({written} == labels)")), "largest-score")
    assert event["share"] == 0
    assert event["output_shape"] == [60, 3]


@pytest.mark.parametrize(
    "written",
    [
        "network(inputs).max(1)[1] == labels",
        "network(inputs).max(1)[0] == network(inputs)[:, 0]",
        "network(inputs).amin(1) == labels",
    ],
)
def test_other_comparisons_are_none_of_a_largest_score(written: str, tmp_path: Path) -> None:
    found = readings(tmp_path, source(f"result.append({written})"))
    assert "largest-score" not in {one["function"] for one in found}


MARKED = (
    "scores = network(inputs); marks = F.one_hot(labels, 8).float(); marks[:, 7] = 1; "
    "result.append(marks.gather(1, {ranked}).sum().item())"
)


@pytest.mark.parametrize(
    ("ranked", "end"),
    [
        ("torch.argsort(scores, dim=1)[:, :2]", 3),
        ("scores.argsort(dim=1, descending=True)[:, :2]", 2),
        ("scores.topk(2, dim=1).indices", 2),
    ],
)
def test_marks_that_are_looked_up_at_the_first_of_a_ranking(
    ranked: str, end: int, tmp_path: Path
) -> None:
    text = source(MARKED.format(ranked=ranked), units=8)
    seen = watched(tmp_path, text, check_network=True)
    event = only(seen.of_kind("reading"), "ranked")
    assert event["threshold"] == 2
    assert [row[0] for row in event["passes"]] == [row[end] for row in event["passes"]]
    assert [row[0] for row in event["passes"]] == seen.names["result"]
    assert {row[1] for row in event["passes"]} == {120}


def test_other_places_than_those_of_a_ranking_are_no_answers(tmp_path: Path) -> None:
    other = "(scores.argsort(dim=1) + 1)[:, :2] % 8"
    assert readings(tmp_path, source(MARKED.format(ranked=other), units=8)) == []


NEAREST = (
    "made = network(inputs); table = {table}; "
    "result.append(({labels}[table.{nearest}(1)] == {labels}).float().mean().item())"
)


@pytest.mark.parametrize(
    ("table", "nearest"),
    [("torch.cdist(made, made)", "argmin"), ("F.normalize(made) @ F.normalize(made).T", "argmax")],
)
def test_a_question_that_is_in_its_own_gallery(table: str, nearest: str, tmp_path: Path) -> None:
    text = source(NEAREST.format(table=table, nearest=nearest, labels="labels"), units=4)
    event = only(readings(tmp_path, text), "own-nearest")
    assert event["share"] == 1
    assert event["shape"] == [60]


@pytest.mark.parametrize(
    ("table", "labels"),
    [
        ("torch.cdist(made, made).fill_diagonal_(1e9)", "labels"),
        ("torch.cdist(made, made + 0.01 * torch.randn(60, 4))", "labels"),
        ("torch.cdist(made, made)", "torch.arange(60)"),
        ("torch.cdist(made, made)", "(labels * 0)"),
    ],
)
def test_the_nearest_of_others_is_no_question_itself(
    table: str, labels: str, tmp_path: Path
) -> None:
    text = source(NEAREST.format(table=table, nearest="argmin", labels=labels), units=4)
    assert "own-nearest" not in {one["function"] for one in readings(tmp_path, text)}
