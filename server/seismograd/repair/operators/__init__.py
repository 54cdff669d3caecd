"""All operators, one file each."""

from __future__ import annotations

from seismograd.repair.operators.batch_size import BatchSize
from seismograd.repair.operators.class_weights import ClassWeights
from seismograd.repair.operators.clipping import Clipping
from seismograd.repair.operators.epochs import Epochs
from seismograd.repair.operators.input_scaling import InputScaling
from seismograd.repair.operators.label_encoding import LabelEncoding
from seismograd.repair.operators.learning_rate import LearningRate
from seismograd.repair.operators.loss import Loss
from seismograd.repair.operators.momentum import Momentum
from seismograd.repair.operators.operator import Operator
from seismograd.repair.operators.optimiser import OptimiserKind
from seismograd.repair.operators.rule_fixes import RuleFixes
from seismograd.repair.operators.schedule import Schedule
from seismograd.repair.operators.shuffling import Shuffling
from seismograd.repair.operators.warm_up import WarmUp
from seismograd.repair.operators.weight_decay import WeightDecay

OPERATORS: tuple[Operator, ...] = (
    LearningRate(),
    BatchSize(),
    Epochs(),
    OptimiserKind(),
    RuleFixes(),
    Loss(),
    LabelEncoding(),
    WeightDecay(),
    Clipping(),
    Shuffling(),
    Momentum(),
    InputScaling(),
    ClassWeights(),
    Schedule(),
    WarmUp(),
)
"""In the order in which their parameters are tried where the diagnosis names nothing."""
