"""Where noise ends. Each number says why it is what it is."""

from __future__ import annotations

ROUNDING = 1e-4
"""Outputs near one in float32 carry about 1e-6 from sums in another order; bugs change far more."""

REPETITION = 1e-6
"""The same program with the same seed on one machine: nothing but sums in other threads differs."""

MASKED = 1e-5
"""What is masked must not matter at all; longer sums in float32 carry about 1e-6."""

GROWTH_BYTES = 1 << 20
"""Allocators keep some hundred kilobytes; a leak of graphs or tensors passes this soon."""

STEPS_TO_LEARN = 50
"""Small models on small data have learnt something by then."""

LEAST_FALL = 0.05
"""A loss that falls by less than a twentieth in that time is not distinct from its noise."""

NEAR = 0.05
"""Five per cent, as studies of silent bugs take a metric for the reported one."""
