"""Losses of the library and hand-written ones."""

from __future__ import annotations

import pytest

from tests.program.reading import program_of

SETUP = """
net = nn.Sequential(nn.Linear(4, 3))
x, y = torch.randn(8, 4), torch.randn(8, 3)
out = net(x)
"""


@pytest.mark.parametrize(
    ("loss", "kind", "expects"),
    [
        ("nn.CrossEntropyLoss()(out, y)", "cross_entropy", "logits"),
        ("F.cross_entropy(out, y, label_smoothing=0.1)", "cross_entropy", "logits"),
        ("F.nll_loss(F.log_softmax(out, 1), y)", "nll", "log_probabilities"),
        ("nn.BCELoss()(torch.sigmoid(out), y)", "bce", "probabilities"),
        ("nn.BCEWithLogitsLoss(pos_weight=torch.ones(3))(out, y)", "bce_with_logits", "logits"),
        ("F.smooth_l1_loss(out, y)", "huber", "values"),
        ("nn.KLDivLoss(reduction='batchmean')(out, y)", "kl", "log_probabilities"),
        ("F.mse_loss(input=out, target=y)", "mse", "values"),
        ("((out - y) ** 2).mean()", "mse", "values"),
        ("torch.mean((y - out) ** 2)", "mse", "values"),
        ("(out - y).pow(2).sum() / 8", "mse", "values"),
        ("torch.square(out - y).mean()", "mse", "values"),
        ("torch.sqrt(torch.mean((out - y) ** 2))", "mse", "values"),
        ("0.5 * ((out - y) ** 2).mean()", "mse", "values"),
        ("(out - y).abs().mean()", "mae", "values"),
        ("torch.abs(out - y).sum()", "mae", "values"),
        ("-(y * torch.log(out)).sum(1).mean()", "custom", None),
        ("-out.mean()", "custom", None),
        ("torch.relu(1 - out * y).mean()", "custom", None),
    ],
)
def test_kind_of_a_loss(loss: str, kind: str, expects: str | None) -> None:
    program = program_of(f"{SETUP}loss = {loss}\nloss.backward()\n")
    (found,) = program.losses
    assert found.kind == kind
    assert found.expects == expects
    assert found.network is program.networks[0]


def test_a_sum_of_losses_of_the_library_is_not_hand_written() -> None:
    code = f"{SETUP}loss = F.mse_loss(out, y) + 0.1 * F.l1_loss(out, y)\nloss.backward()\n"
    assert [loss.kind for loss in program_of(code).losses] == ["mse", "mae"]


def test_prediction_and_target_of_a_hand_written_loss() -> None:
    code = f"{SETUP}loss = ((y - out) ** 2).mean()\nloss.backward()\n"
    (found,) = program_of(code).losses
    assert found.output_function == "linear"
    assert found.target is not None


def test_a_value_that_nothing_is_known_of_is_no_loss() -> None:
    assert program_of("from project import compute\ncompute().backward()\n").losses == []


def test_where_the_loss_is_chosen_and_where_it_is_computed() -> None:
    code = f"{SETUP}criterion = nn.MSELoss(reduction='sum')\nloss = criterion(out, y)\n"
    (found,) = program_of(code).losses
    assert found.place.span.start.line == found.built_at.span.start.line + 1
    assert found.settings["reduction"].constant == "sum"
