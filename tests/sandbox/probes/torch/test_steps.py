"""Steps: the numbers in the trace are those of the run."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.sandbox.probes.torch.watching import PROGRAMS, watched

SIMPLE = """
    import torch
    from torch import nn

    network = nn.Sequential(nn.Linear(6, 16), nn.Tanh(), nn.Linear(16, 2))
    optimizer = torch.optim.SGD(
        [{"params": network[0].parameters()}, {"params": network[2].parameters(), "lr": 0.5}],
        lr=0.1,
    )
    inputs, wanted = torch.randn(40, 6), torch.randn(40, 2)
    norms, ratios = [], []
    for _ in range(6):
        optimizer.zero_grad()
        loss = nn.functional.mse_loss(network(inputs), wanted)
        loss.backward()
        CLIP
        norms.append(torch.cat([p.grad.flatten() for p in network.parameters()]).norm().item())
        before = torch.cat([p.detach().flatten() for p in network.parameters()])
        optimizer.step()
        after = torch.cat([p.detach().flatten() for p in network.parameters()])
        ratios.append(((after - before).norm() / before.norm()).item())
"""


def steps_of(folder: Path, clip: str = "pass") -> tuple[list[dict[str, Any]], dict[str, Any]]:
    seen = watched(folder, SIMPLE.replace("CLIP", clip), probes="every-step")
    return seen.of_kind("step"), seen.names


def test_norms_rates_and_updates(tmp_path: Path) -> None:
    steps, names = steps_of(tmp_path)
    assert [step["lr"] for step in steps] == [[0.1, 0.5]] * 6
    assert [step["grad_norm"] for step in steps] == pytest.approx(names["norms"], rel=1e-4)
    assert [step["update_ratio"] for step in steps] == pytest.approx(names["ratios"], rel=1e-3)
    assert "clipped_to" not in steps[0]


@pytest.mark.parametrize(
    "clip",
    [
        "nn.utils.clip_grad_norm_(network.parameters(), 0.01)",
        "nn.utils.clip_grad_norm_(list(network.parameters()), max_norm=0.01)",
        "nn.utils.clip_grad_value_(network.parameters(), 0.01)",
        "[nn.utils.clip_grad_norm_(part.parameters(), 0.01) for part in (network[0], network[2])]",
    ],
)
def test_the_norm_is_that_before_clipping(tmp_path: Path, clip: str) -> None:
    free = steps_of(tmp_path)[0][0]
    clipped = steps_of(tmp_path, clip)[0][0]
    assert clipped["grad_norm"] == pytest.approx(free["grad_norm"], rel=1e-4)
    assert clipped["clipped_to"] == 0.01


def test_accumulated_gradients(tmp_path: Path) -> None:
    seen = watched(
        tmp_path,
        """
        import torch
        network = torch.nn.Linear(3, 1)
        optimizer = torch.optim.SGD(network.parameters(), lr=0.1)
        totals = []
        for _ in range(3):
            optimizer.zero_grad()
            parts = [network(torch.randn(5, 3)).square().mean() / 4 for _ in range(4)]
            for part in parts:
                part.backward()
            optimizer.step()
            totals.append(sum(part.item() for part in parts))
        """,
        probes="every-step",
    )
    steps = seen.of_kind("step")
    assert [step["loss"] for step in steps] == pytest.approx(seen.names["totals"], rel=1e-4)
    assert [step["backwards"] for step in steps] == [4, 4, 4]


def test_optimisers_that_take_turns(tmp_path: Path) -> None:
    source = (PROGRAMS / "generative_adversarial.py").read_text()
    seen = watched(tmp_path, source)
    optimisers = seen.of_kind("optimiser")
    assert [(o["type"], o["built"], o["called"]) for o in optimisers] == [
        ("RMSprop", seen.place("for_critic = "), seen.place("for_critic.step()")),
        ("Adam", seen.place("for_generator = "), seen.place("for_generator.step()")),
    ]
    assert {step["optimiser"] for step in seen.of_kind("step")} == {0, 1}
    assert seen.of_kind("losses")[-1]["optimisers"][-2:] == [0, 1]
    assert [n["type"] for n in seen.of_kind("network")] == ["Sequential", "Sequential"]


def test_closures(tmp_path: Path) -> None:
    seen = watched(tmp_path, (PROGRAMS / "closures.py").read_text(), probes="every-step")
    steps = seen.of_kind("step")
    assert [step["loss"] for step in steps] == pytest.approx(seen.names["losses"], rel=1e-4)
    assert all(step["grad_norm"] > 0 and step["update_ratio"] > 0 for step in steps)
    assert all("grad" in layers["layers"][0] for layers in seen.of_kind("layers"))


def test_a_loop_without_an_optimiser(tmp_path: Path) -> None:
    seen = watched(tmp_path, (PROGRAMS / "by_hand.py").read_text())
    assert seen.losses == pytest.approx(seen.names["losses"], rel=1e-4)
    assert "optimiser" not in seen.of_kind("step")[0]
    assert seen.only("loss_function")["called"] == seen.place("loss.backward()")


def test_optimisers_that_share_a_backward_pass(tmp_path: Path) -> None:
    source = (PROGRAMS / "recurrent_sparse_and_tied.py").read_text()
    seen = watched(tmp_path, source, probes="every-step")
    losses = seen.names["losses"]
    together = [losses[at] + losses[at + 1] for at in range(0, len(losses), 2)]
    assert seen.losses[::2] == pytest.approx(together, rel=1e-4)
    assert seen.losses[1::2] == seen.losses[::2]
    sparse = [step for step in seen.of_kind("step") if step["optimiser"] == 1]
    assert all(step["grad_norm"] > 0 for step in sparse)


def test_a_scaler_that_skips_a_step(tmp_path: Path) -> None:
    seen = watched(tmp_path, (PROGRAMS / "mixed_precision.py").read_text(), probes="every-step")
    steps = seen.of_kind("step")
    assert [step["step"] for step in steps if step.get("skipped")] == [5]
    assert [step["scale"] for step in steps[4:7]] == [1024.0, 1024.0, 512.0]
    settings = {setting["name"]: setting for setting in seen.of_kind("setting")}
    assert settings["autocast"]["value"] == "bfloat16"
    assert settings["autocast"]["place"] == seen.place("with torch.autocast")
    assert settings["grad_scaler"]["place"] == seen.place("scaler = ")
    assert {alarm["alarm"] for alarm in seen.of_kind("alarm")} <= {"inf-loss", "nan-gradient"}


def test_the_loss_is_told_without_the_scale_of_mixed_precision(tmp_path: Path) -> None:
    source = SIMPLE.replace("optimizer.step()", "scaler.step(optimizer); scaler.update()")
    source = source.replace("loss.backward()", "losses.append(loss.item()); BACKWARD")
    source = source.replace("BACKWARD", "scaler.scale(loss).backward()")
    source = source.replace("norms, ratios", "scaler = torch.amp.GradScaler('cpu')\n    NAMES")
    source = source.replace("NAMES", "losses, norms, ratios").replace("= [], []", "= [], [], []")
    seen = watched(tmp_path, source.replace("CLIP", "pass"), probes="every-step")
    assert seen.losses == pytest.approx(seen.names["losses"], rel=1e-4)
    assert seen.of_kind("step")[0]["scale"] == 65536.0
    assert seen.of_kind("loss_function")[0]["type"] == "mse_loss"


def test_schedules(tmp_path: Path) -> None:
    seen = watched(tmp_path, (PROGRAMS / "dropout_and_shuffle.py").read_text(), probes="every-step")
    schedule = seen.only("scheduler")
    assert (schedule["type"], schedule["optimiser"]) == ("OneCycleLR", 0)
    assert schedule["built"] == seen.place("schedule = ")
    assert schedule["called"] == seen.place("schedule.step()")
    assert len({step["lr"][0] for step in seen.of_kind("step")}) > 30


def test_parameters_of_no_network(tmp_path: Path) -> None:
    seen = watched(
        tmp_path,
        """
        import torch
        network = torch.nn.Linear(2, 1)
        other = torch.zeros(1, requires_grad=True)
        optimizer = torch.optim.Adam([*network.parameters(), other], betas=(0.5, 0.9))
        (network(torch.randn(4, 2)).mean() + other).sum().backward()
        optimizer.step()
        """,
    )
    optimiser = seen.only("optimiser")
    assert optimiser["unknown_parameters"] == 1
    assert optimiser["groups"][0]["betas"] == [0.5, 0.9]
    assert optimiser["groups"][0]["parameters"] == 4
