"""Forecasts and the removal of noise, beside an answer that repeats the input: really run."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from seismograd.faults import Severity
from seismograd.traces.history import read_history
from seismograd.traces.symptom import Symptom
from seismograd.traces.symptoms import find_symptoms
from tests.sandbox.probes.torch.watching import watched
from tests.traces.symptoms.test_symptoms import copying

NAME = "no-better-than-copying"
FORECAST = """
import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

series = {series}
windows = series.unfold(0, 9, 1)
x, y = windows[:, :8].unsqueeze(-1), windows[:, 8:]
network = nn.Sequential(nn.Flatten(), nn.Linear(8, 32), nn.ReLU(), nn.Linear(32, 1))
optimizer = torch.optim.Adam(network.parameters(), lr={rate})
for epoch in range(12):
    for batch, target in DataLoader(TensorDataset(x, y), batch_size=32, shuffle=True):
        optimizer.zero_grad()
        nn.{loss}()(network(batch), target).backward()
        optimizer.step()
"""
WAVE = "torch.sin(torch.arange(600) * 0.35)"
DENOISER = """
import torch
from torch import nn

clean = torch.randn(512, 3) @ torch.randn(3, 12)
noisy = clean + 0.8 * torch.randn(512, 12)
network = nn.Sequential(nn.Linear(12, 32), nn.ReLU(), nn.Linear(32, 12))
optimizer = torch.optim.Adam(network.parameters(), lr={rate})
for epoch in range(40):
    for at in range(0, 512, 64):
        optimizer.zero_grad()
        nn.MSELoss()(network(noisy[at : at + 64]), {target}[at : at + 64]).backward()
        optimizer.step()
"""


def found(folder: Path, source: str, **parts: object) -> list[Symptom]:
    watched(folder, source.format(**parts))
    symptoms = find_symptoms(read_history(folder / "trace.jsonl"))
    return [symptom for symptom in symptoms if symptom.name == NAME]


@pytest.mark.parametrize("loss", ["MSELoss", "L1Loss"])
def test_a_forecast_that_knows_less_than_yesterday(tmp_path: Path, loss: str) -> None:
    assert found(tmp_path, FORECAST, series=WAVE, rate=1e-5, loss=loss)


def test_a_forecast_that_is_better(tmp_path: Path) -> None:
    assert not found(tmp_path, FORECAST, series=WAVE, rate=0.01, loss="MSELoss")


def test_a_sum_of_errors_is_not_compared_with_their_mean(tmp_path: Path) -> None:
    source = FORECAST.replace("nn.{loss}()", "nn.MSELoss(reduction='sum')")
    assert not found(tmp_path, source, series=WAVE, rate=0.01)


def test_no_forecast_of_a_random_walk_is_a_warning(tmp_path: Path) -> None:
    walk = "torch.randn(600).cumsum(0) / 10"
    symptoms = found(tmp_path, FORECAST, series=walk, rate=0.01, loss="MSELoss")
    assert all(symptom.severity is Severity.INFO for symptom in symptoms)


def test_noise_that_is_not_removed(tmp_path: Path) -> None:
    (symptom,) = found(tmp_path, DENOISER, rate=1e-4, target="clean")
    assert symptom.values["copy"] == pytest.approx(0.64, rel=0.1), "the variance of the noise"


def test_noise_that_is_removed(tmp_path: Path) -> None:
    assert not found(tmp_path, DENOISER, rate=0.01, target="clean")


def test_an_autoencoder_is_not_compared_with_its_input(tmp_path: Path) -> None:
    assert not found(tmp_path, DENOISER, rate=1e-4, target="noisy")


@pytest.mark.parametrize(
    ("copied", "is_told"),
    [
        ({"squared": 0.3, "absolute": 0.5}, True),
        ({"squared": 0.8, "absolute": 0.7}, False),
        ({"squared": 0.0, "absolute": 0.0}, False),
        ({}, False),
    ],
)
def test_only_a_sensible_copy_is_compared(copied: dict[str, float], is_told: bool) -> None:
    run = copying(0.9)
    run.take(replace(run.data[0], copied=copied))
    assert (NAME in {symptom.name for symptom in find_symptoms(run)}) is is_told
