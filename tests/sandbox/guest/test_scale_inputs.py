"""Inputs of another scale are standardised; what stands beside them stays as it is."""

from __future__ import annotations

import pytest

from seismograd_sandbox.guest.alterations.scale_inputs import Altered
from seismograd_sandbox.guest.altering.alteration import Batch

torch = pytest.importorskip("torch")


def test_the_matrix_of_a_graph_is_left_alone_beside_features_of_another_scale() -> None:
    features, matrix = 1e3 + 500 * torch.randn(64, 5), torch.rand(64, 64) / 8
    scaled, kept = Altered("").change_inputs(Batch(torch, [features, matrix], True))
    assert kept is matrix
    assert scaled.mean(0).abs().max() < 1e-3
    assert (scaled.std(0) - 1).abs().max() < 1e-3


def test_of_inputs_that_are_all_small_each_is_standardised() -> None:
    several = [3 + torch.randn(64, 5), 2 * torch.randn(64, 4)]
    for scaled in Altered("").change_inputs(Batch(torch, several, True)):
        assert abs(float(scaled.mean())) < 1e-3
        assert abs(float(scaled.std()) - 1) < 0.05


def test_what_was_chosen_at_first_is_standardised_later() -> None:
    altered, graph = Altered(""), torch.rand(64, 64)
    altered.change_inputs(Batch(torch, [100 * torch.randn(64, 5), graph], True))
    later = 0.1 * torch.randn(64, 5)
    scaled, kept = altered.change_inputs(Batch(torch, [later, graph], False))
    assert kept is graph
    assert float(scaled.std(0).max()) < 0.01
