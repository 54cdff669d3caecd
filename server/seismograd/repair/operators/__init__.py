"""All operators, one file each."""

from __future__ import annotations

from seismograd.repair.operators.batch_size import BatchSize
from seismograd.repair.operators.epochs import Epochs
from seismograd.repair.operators.learning_rate import LearningRate
from seismograd.repair.operators.operator import Operator

OPERATORS: tuple[Operator, ...] = (
    LearningRate(),
    BatchSize(),
    Epochs(),
)
"""In the order in which their parameters are tried where the diagnosis names nothing."""
