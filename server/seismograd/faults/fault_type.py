"""What kinds of deep-learning faults there are."""

from __future__ import annotations

from enum import StrEnum


class FaultType(StrEnum):
    """The fault vocabulary; the codes are the names, the values are what they stand for."""

    HBS = "batch size"
    HLR = "learning rate"
    HNE = "number of epochs"
    ACH = "wrong activation"
    ARM = "activation to remove"
    AAL = "activation missing"
    RAW = "weight regularisation"
    WCI = "weight initialisation"
    BCI = "bias initialisation"
    LCH = "loss function"
    OCH = "optimiser"
    LRM = "missing layer"
    LAD = "redundant layer"
    LCN = "number of units"
    LCF = "filter size"
    CPP = "data preprocessing or labels"
    RCD = "dropout rate"
    VRM = "validation missing"
    MET = "metric"
    LOOP = "training-loop step or mode"
    GRAPH = "autograd graph cut or kept"
    REG = "parameters not registered or not trained"
    SHAPE = "broadcast or reshape"
    API = "other API misuse"
