"""All operators, one file each."""

from __future__ import annotations

from seismograd.repair.operators.activation_add import ActivationAdd
from seismograd.repair.operators.activation_change import ActivationChange
from seismograd.repair.operators.activation_remove import ActivationRemove
from seismograd.repair.operators.bias import Bias
from seismograd.repair.operators.dropout import Dropout
from seismograd.repair.operators.initialiser import Initialiser
from seismograd.repair.operators.kernel_size import KernelSize
from seismograd.repair.operators.layer_add import LayerAdd
from seismograd.repair.operators.layer_remove import LayerRemove
from seismograd.repair.operators.learning_rate import LearningRate
from seismograd.repair.operators.normalisation_layer import NormalisationLayer
from seismograd.repair.operators.operator import Operator
from seismograd.repair.operators.units import Units
from seismograd.repair.operators.weight_regularisation import WeightRegularisation

OPERATORS: tuple[Operator, ...] = (
    LearningRate(),
    ActivationChange(),
    ActivationRemove(),
    ActivationAdd(),
    Units(),
    Initialiser(),
    Dropout(),
    WeightRegularisation(),
    NormalisationLayer(),
    Bias(),
    LayerAdd(),
    LayerRemove(),
    KernelSize(),
)
"""In the order in which their parameters are tried where the diagnosis names nothing."""
