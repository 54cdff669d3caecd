"""Loops that are written in other ways: nothing is missed, and all of it is documented."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.sandbox.probes.torch.watching import PROGRAMS, watched
from tests.trace_document import documented

NAMES = sorted(path.stem for path in PROGRAMS.glob("*.py"))
COMMON = {"v", "t", "kind"}


@pytest.mark.parametrize("name", NAMES)
def test_everything_told_is_documented(tmp_path: Path, name: str) -> None:
    kinds = documented()
    for event in watched(tmp_path, (PROGRAMS / f"{name}.py").read_text()).events:
        assert event.keys() - COMMON <= kinds[event["kind"]], event


def test_distributed(tmp_path: Path) -> None:
    seen = watched(tmp_path, (PROGRAMS / "distributed.py").read_text(), probes="every-step")
    settings = {setting["name"]: setting["place"] for setting in seen.of_kind("setting")}
    assert settings == {
        "ddp": seen.place("network = DistributedDataParallel"),
        "data_parallel": seen.place("other = DataParallel"),
    }
    assert [network["type"] for network in seen.of_kind("network")] == ["Sequential", "Linear"]
    assert [layer["name"] for layer in seen.of_kind("layer")][:4] == ["0", "1", "2", "3"]
    assert seen.of_kind("layers")[0]["layers"][0]["grad"]["weight"]["norm"] > 0


def test_a_loop_inside_of_a_trainer(tmp_path: Path) -> None:
    seen = watched(tmp_path, (PROGRAMS / "trainer_class.py").read_text())
    assert len(seen.losses) == 6
    assert [epoch["epoch"] for epoch in seen.of_kind("epoch")] == [0, 1]
    assert [one["batches"] for one in seen.of_kind("evaluation")] == [2, 2, 2]
    assert {one["mode"] for one in seen.of_kind("evaluation")} == {"eval"}
    assert seen.only("optimiser")["called"] == seen.place("self.optimizer.step(lambda")
    first = seen.of_kind("step")[0]
    assert first["clipped_to"] == 1.0
    assert first["update_ratio"] > 0
    trained = next(event for event in seen.of_kind("layers") if event["mode"] == "train")
    assert trained["step"] == 0
    assert {"activation", "weight", "grad"} <= trained["layers"][0].keys()
