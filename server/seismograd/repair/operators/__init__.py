"""All operators, one file each."""

from __future__ import annotations

from seismograd.repair.operators.activation_add import ActivationAdd
from seismograd.repair.operators.activation_change import ActivationChange
from seismograd.repair.operators.activation_remove import ActivationRemove
from seismograd.repair.operators.batch_first import BatchFirst
from seismograd.repair.operators.batch_size import BatchSize
from seismograd.repair.operators.bias import Bias
from seismograd.repair.operators.class_weights import ClassWeights
from seismograd.repair.operators.cleared_gradients import ClearedGradients
from seismograd.repair.operators.clipping import Clipping
from seismograd.repair.operators.drawn_latents import DrawnLatents
from seismograd.repair.operators.drawn_weights import DrawnWeights
from seismograd.repair.operators.dropout import Dropout
from seismograd.repair.operators.epochs import Epochs
from seismograd.repair.operators.frozen_parts import FrozenParts
from seismograd.repair.operators.initialiser import Initialiser
from seismograd.repair.operators.input_normalisation import InputNormalisation
from seismograd.repair.operators.input_scaling import InputScaling
from seismograd.repair.operators.kernel_size import KernelSize
from seismograd.repair.operators.label_encoding import LabelEncoding
from seismograd.repair.operators.layer_add import LayerAdd
from seismograd.repair.operators.layer_remove import LayerRemove
from seismograd.repair.operators.learning_rate import LearningRate
from seismograd.repair.operators.loss import Loss
from seismograd.repair.operators.loss_shapes import LossShapes
from seismograd.repair.operators.loss_terms import LossTerms
from seismograd.repair.operators.mask_meaning import MaskMeaning
from seismograd.repair.operators.measured_scaling import MeasuredScaling
from seismograd.repair.operators.mirroring import Mirroring
from seismograd.repair.operators.momentum import Momentum
from seismograd.repair.operators.normalisation_layer import NormalisationLayer
from seismograd.repair.operators.operator import Operator
from seismograd.repair.operators.optimised_parameters import OptimisedParameters
from seismograd.repair.operators.optimiser import OptimiserKind
from seismograd.repair.operators.reshape_for_transpose import ReshapeForTranspose
from seismograd.repair.operators.rule_fixes import RuleFixes
from seismograd.repair.operators.schedule import Schedule
from seismograd.repair.operators.shuffling import Shuffling
from seismograd.repair.operators.small_constant import SmallConstant
from seismograd.repair.operators.swapped_terms import SwappedTerms
from seismograd.repair.operators.target_form import TargetForm
from seismograd.repair.operators.units import Units
from seismograd.repair.operators.warm_up import WarmUp
from seismograd.repair.operators.weight_decay import WeightDecay
from seismograd.repair.operators.weight_regularisation import WeightRegularisation

OPERATORS: tuple[Operator, ...] = (
    RuleFixes(),
    LearningRate(),
    OptimisedParameters(),
    FrozenParts(),
    ClearedGradients(),
    DrawnLatents(),
    BatchFirst(),
    ReshapeForTranspose(),
    OptimiserKind(),
    ActivationChange(),
    ActivationRemove(),
    ActivationAdd(),
    Loss(),
    LossShapes(),
    SmallConstant(),
    TargetForm(),
    LabelEncoding(),
    Initialiser(),
    DrawnWeights(),
    BatchSize(),
    Epochs(),
    InputScaling(),
    InputNormalisation(),
    MeasuredScaling(),
    Units(),
    Dropout(),
    WeightRegularisation(),
    WeightDecay(),
    LossTerms(),
    SwappedTerms(),
    MaskMeaning(),
    NormalisationLayer(),
    Clipping(),
    Shuffling(),
    Mirroring(),
    Schedule(),
    WarmUp(),
    Momentum(),
    ClassWeights(),
    Bias(),
    LayerAdd(),
    LayerRemove(),
    KernelSize(),
)
"""In the order in which their parameters are tried where the diagnosis names nothing."""
