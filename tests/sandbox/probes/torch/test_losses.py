"""Loss functions, evaluations and alarms."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.sandbox.probes.torch.watching import watched

LOOP = """
    import torch
    from torch import nn
    import torch.nn.functional as F
    {before}
    network = nn.Linear(5, 3)
    optimizer = torch.optim.SGD(network.parameters(), lr=0.1)
    inputs, labels = torch.randn(20, 5), torch.randint(0, 3, (20,))
    losses = []
    for step in range(8):
        optimizer.zero_grad()
        loss = {loss}  # computed
        loss.backward()  # differentiated
        optimizer.step()
        losses.append(loss.item())
"""


def source(loss: str, before: str = "") -> str:
    return LOOP.format(loss=loss, before=before)


def test_a_module_of_the_framework(tmp_path: Path) -> None:
    before = "weighted = nn.CrossEntropyLoss(reduction='sum')"
    seen = watched(tmp_path, source("weighted(network(inputs), labels)", before))
    found = seen.only("loss_function")
    assert found["type"] == "CrossEntropyLoss"
    assert found["built"] == seen.place("weighted = ")
    assert found["called"] == seen.place("# computed")
    assert found["input_shape"] == [20, 3]
    assert (found["target_shape"], found["target_dtype"]) == ([20], "int64")
    assert found["target_range"] == [0.0, 2.0]
    assert found["input_range"][0] < found["input_range"][1]
    assert seen.losses == pytest.approx(seen.names["losses"], rel=1e-4)


def test_a_function_of_the_framework(tmp_path: Path) -> None:
    loss = "F.mse_loss(input=network(inputs), target=F.one_hot(labels, 3).float())"
    found = watched(tmp_path, source(loss)).only("loss_function")
    assert (found["type"], found["target_shape"]) == ("mse_loss", [20, 3])
    assert "built" not in found


def test_a_formula(tmp_path: Path) -> None:
    seen = watched(tmp_path, source("(network(inputs).sum(1) - labels).abs().mean()"))
    found = seen.only("loss_function")
    assert found["type"] == "MeanBackward0"
    assert found["called"] == seen.place("# differentiated")


def test_a_module_of_the_project(tmp_path: Path) -> None:
    before = """
    class Dice(nn.Module):
        def forward(self, scores, labels):
            share = scores.softmax(1).gather(1, labels[:, None])
            return 1 - share.mean()

    dice = Dice()  # built
    """
    seen = watched(tmp_path, source("dice(network(inputs), labels)", before))
    found = seen.only("loss_function")
    assert (found["type"], found["input_shape"]) == ("Dice", [20, 3])
    assert found["built"] == seen.place("# built")
    assert found["called"] == seen.place("# computed")
    assert len(seen.of_kind("network")) == 1


EVALUATED = """
    import torch
    from torch import nn
    from torch.utils.data import DataLoader, TensorDataset

    data = TensorDataset(torch.randn(40, 5), torch.randint(0, 3, (40,)))
    training, validation = DataLoader(data, batch_size=10), DataLoader(data, batch_size=8)
    network, loss_function = nn.Linear(5, 3), nn.CrossEntropyLoss()
    optimizer = torch.optim.SGD(network.parameters(), lr=0.1)
    means = []
    for _ in range(3):
        network.train()
        for inputs, labels in training:
            optimizer.zero_grad()
            loss_function(network(inputs), labels).backward()
            optimizer.step()
        {mode}
        with {context}:
            losses = [{evaluated} for inputs, labels in validation]
        means.append(float(sum(losses) / len(losses)))
"""
WITH_LOSS = "loss_function(network(inputs), labels)"


@pytest.mark.parametrize(
    ("mode", "context", "expected"),
    [
        ("network.eval()", "torch.no_grad()", ("eval", False)),
        ("network.eval()", "torch.inference_mode()", ("eval", False)),
        ("pass", "torch.no_grad()", ("train", False)),
        ("network.eval()", "torch.enable_grad()", ("eval", True)),
    ],
)
def test_evaluations(tmp_path: Path, mode: str, context: str, expected: tuple[str, bool]) -> None:
    program = EVALUATED.format(mode=mode, context=context, evaluated=WITH_LOSS)
    seen = watched(tmp_path, program)
    found = seen.of_kind("evaluation")
    assert [one["batches"] for one in found] == [5, 5, 5]
    assert [one["loss"] for one in found] == pytest.approx(seen.names["means"], rel=1e-4)
    assert {(one["mode"], one["grad_enabled"]) for one in found} == {expected}
    assert {one["network"] for one in found} == {0}


def test_a_sum_of_losses_for_another_network_is_no_evaluation(tmp_path: Path) -> None:
    text = """
        import torch
        import torch.nn.functional as F
        from torch import nn
        inputs, labels = torch.randn(64, 4), torch.randint(0, 3, (64,))
        teacher, student = nn.Linear(4, 3), nn.Linear(4, 3)
        for network in (teacher, student):
            optimizer = torch.optim.SGD(network.parameters(), lr=0.1)
            for _ in range(8):
                optimizer.zero_grad()
                scores = network(inputs)
                loss = F.cross_entropy(scores, labels)
                if network is student:
                    with torch.no_grad():
                        wanted = teacher(inputs).softmax(1)
                    loss = loss + F.kl_div(scores.log_softmax(1), wanted, reduction="batchmean")
                loss.backward()
                optimizer.step()
    """
    assert [one for one in watched(tmp_path, text).of_kind("evaluation") if "loss" in one] == []


def test_evaluations_without_a_loss(tmp_path: Path) -> None:
    accuracy = "(network(inputs).argmax(1) == labels).float().mean()"
    program = EVALUATED.format(mode="network.eval()", context="torch.no_grad()", evaluated=accuracy)
    found = watched(tmp_path, program).of_kind("evaluation")
    assert [one["batches"] for one in found] == [5, 5, 5]
    assert {(one["mode"], one["grad_enabled"]) for one in found} == {("eval", False)}
    assert all("loss" not in one for one in found)


def test_loaders_and_epochs(tmp_path: Path) -> None:
    program = EVALUATED.format(mode="pass", context="torch.no_grad()", evaluated=WITH_LOSS)
    seen = watched(tmp_path, program, probes="every-step")
    first, second = seen.of_kind("loader")
    assert (first["batch_size"], first["length"], first["shuffle"]) == (10, 4, False)
    assert first["built"] == second["built"] == seen.place("training, validation = ")
    assert [epoch["epoch"] for epoch in seen.of_kind("epoch")] == [0, 1, 2]
    assert all(epoch["metrics"]["loss"] > 0 for epoch in seen.of_kind("epoch"))
    assert [step["epoch"] for step in seen.of_kind("step")] == [0] * 4 + [1] * 4 + [2] * 4
    assert {step["batch"] for step in seen.of_kind("step")} == {10}
    data = [event for event in seen.of_kind("data") if event["loader"] == 0]
    assert data[-1]["inputs"][0]["shape"] == [10, 5]
    assert sum(data[-1]["labels"].values()) == data[-1]["examples"]
    overlap = seen.of_kind("overlap")[-1]
    assert (overlap["first"], overlap["second"], overlap["shared"]) == (0, 1, 40)


def test_the_first_bad_loss_is_an_alarm(tmp_path: Path) -> None:
    loss = "F.cross_entropy(network(inputs), labels) * (float('nan') if step == 5 else 1)"
    seen = watched(tmp_path, source(loss))
    alarms = {alarm["alarm"]: alarm for alarm in seen.of_kind("alarm")}
    assert alarms["nan-loss"]["step"] == 5
    assert alarms["nan-loss"]["place"] == seen.place("# differentiated")


def test_bad_gradients_weights_and_activations(tmp_path: Path) -> None:
    loss = "F.cross_entropy(network(inputs), labels) * (float('inf') if step == 2 else 1)"
    seen = watched(tmp_path, source(loss), probes="every-step")
    alarms = {alarm["alarm"]: alarm for alarm in seen.of_kind("alarm")}
    assert alarms["inf-loss"]["step"] == 2
    assert alarms["nan-gradient"]["step"] == 2
    assert alarms["nan-weight"]["step"] == 3
    assert alarms["nan-activation"]["step"] == 3
    assert alarms["nan-activation"]["place"] == seen.place("# computed")
    assert "nan-input" not in alarms


def test_bad_inputs(tmp_path: Path) -> None:
    loss = "network(torch.where(inputs > 1, float('nan'), inputs)).mean()"
    seen = watched(tmp_path, source(loss))
    alarms = {alarm["alarm"]: alarm for alarm in seen.of_kind("alarm")}
    assert alarms["nan-input"]["step"] == 0


def test_a_run_of_many_steps_tells_every_loss(tmp_path: Path) -> None:
    program = source("network(inputs).square().mean()").replace("range(8)", "range(700)")
    seen = watched(tmp_path, program)
    assert seen.losses == pytest.approx(seen.names["losses"], rel=1e-4)
    assert len(seen.of_kind("losses")) < 60


@pytest.mark.parametrize(
    ("loss", "expected"),
    [
        ("F.cross_entropy(network(inputs).softmax(1), labels)", {"made_by": "softmax"}),
        ("F.nll_loss(network(inputs).log_softmax(1), labels)", {"made_by": "log_softmax"}),
        ("F.poisson_nll_loss(network(inputs)[:, 0], labels)", {"log_input": True}),
        (
            "F.poisson_nll_loss(network(inputs)[:, 0].exp(), labels, False)",
            {"log_input": False, "made_by": "exp"},
        ),
        ("(network(inputs).exp() - labels[:, None] * network(inputs)).mean()", {"made_by": "exp"}),
        ("F.cross_entropy(network(inputs), labels, ignore_index=1)", {"label_each": True}),
        (
            "nn.CrossEntropyLoss()(network(inputs[:, None]).flatten(0, 1), labels)",
            {"label_each": True, "ignore_index": -100, "ignored": [0.0]},
        ),
        (
            "F.cross_entropy(network(inputs), (network.weight.sum(1) + labels[:, None]) * 0 + 1)",
            {"row_sums": [3.0, 3.0, 0.0]},
        ),
        (
            "F.binary_cross_entropy(torch.full((20, 3), 0.5), network(inputs).sigmoid())",
            {"swapped": True},
        ),
    ],
)
def test_what_a_loss_was_given(loss: str, expected: dict[str, Any], tmp_path: Path) -> None:
    found = watched(tmp_path, source(loss)).only("loss_function")
    assert {name: found.get(name) for name in expected} == expected


def test_a_label_for_each_token_is_none_for_each_example(tmp_path: Path) -> None:
    loss = "F.cross_entropy(network(inputs.view(10, 2, 5)).flatten(0, 1), labels, ignore_index=0)"
    found = watched(tmp_path, source(loss)).only("loss_function")
    assert found["label_each"] is False
    assert 0 < found["ignored"][0] < 1
