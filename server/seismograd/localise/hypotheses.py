"""What can be wrong with a training, as far as its symptoms tell causes apart."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from seismograd.faults import FaultType as F


class Spot(StrEnum):
    """Which line of the program a cause stands on."""

    LEARNING_RATE = "learning rate"
    OPTIMISER = "optimiser"
    SCHEDULE = "schedule"
    EPOCHS = "number of epochs"
    BATCH_SIZE = "size of the batches"
    SYMPTOM = "where the symptom points"
    LOOP = "training loop"
    DATA = "data of the training"
    MIRRORING = "where inputs are mirrored"
    LOSS = "loss"
    FIRST_LAYER = "first layer"
    NARROWEST_LAYER = "narrowest layer"
    CONVOLUTION = "first convolution"
    DROPOUT = "dropout"


@dataclass(frozen=True, slots=True)
class Hypothesis:
    name: str
    fault_type: F
    message: str
    spot: Spot = Spot.SYMPTOM
    alternatives: tuple[F, ...] = ()
    """Other changes that would repair the same run."""


HYPOTHESES = (
    Hypothesis(
        "learning-rate-too-small",
        F.HLR,
        "The learning rate is too small for this training.",
        Spot.LEARNING_RATE,
        (F.HNE, F.OCH, F.HBS),
    ),
    Hypothesis(
        "learning-rate-too-large",
        F.HLR,
        "The learning rate is too large for this training.",
        Spot.LEARNING_RATE,
        (F.OCH, F.HBS),
    ),
    Hypothesis(
        "learning-rate-gone",
        F.HLR,
        "The schedule takes the learning rate to nothing too soon.",
        Spot.SCHEDULE,
        (F.HNE, F.LOOP),
    ),
    Hypothesis(
        "too-few-updates",
        F.HNE,
        "The training stops too soon.",
        Spot.EPOCHS,
        (F.HLR, F.HBS),
    ),
    Hypothesis(
        "constant-weights", F.WCI, "All weights of a layer begin with the same value.",
        alternatives=(F.BCI,),
    ),
    Hypothesis(
        "initial-biases", F.BCI, "The biases that the script begins with do not fit.",
        alternatives=(F.WCI,),
    ),
    Hypothesis("badly-scaled-weights", F.WCI, "The weights begin with a size that does not fit."),
    Hypothesis(
        "hidden-activation", F.ACH, "The activation of hidden layers blocks the gradient.",
        alternatives=(F.WCI, F.HLR),
    ),
    Hypothesis(
        "output-activation", F.ACH, "The output function cannot reach the targets.",
        alternatives=(F.ARM, F.CPP, F.LCH),
    ),
    Hypothesis("unscaled-inputs", F.CPP, "The inputs are not scaled."),
    Hypothesis("constant-data", F.CPP, "The data says nothing: it is constant."),
    Hypothesis("missing-values", F.CPP, "The inputs hold NaN or infinite values."),
    Hypothesis(
        "different-scales", F.CPP, "The data for evaluation is scaled otherwise than for training."
    ),
    Hypothesis(
        "mixed-examples", F.SHAPE, "The examples of a batch are mixed inside of the network.",
        alternatives=(F.API,),
    ),
    Hypothesis(
        "reshaped-axes", F.SHAPE, "A reshape stands where axes should be swapped.",
        alternatives=(F.API, F.CPP),
    ),
    Hypothesis(
        "order-lost", F.LRM, "The network cannot tell in which order its input comes.",
        alternatives=(F.LCF, F.API),
    ),
    Hypothesis(
        "scale-lost", F.LAD, "A normalisation of each example takes away how large it is.",
        alternatives=(F.CPP, F.API),
    ),
    Hypothesis(
        "positions-lost", F.LAD, "A pooling over all positions takes away where something is.",
        alternatives=(F.SHAPE, F.API),
    ),
    Hypothesis(
        "broadcast-loss", F.SHAPE, "Answers and targets are broadcast against each other.",
        alternatives=(F.LCH,),
    ),
    Hypothesis(
        "flat-derivative", F.ACH, "A derivative that the loss is made of is zero everywhere.",
        alternatives=(F.GRAPH, F.LCH),
    ),
    Hypothesis(
        "linear-network", F.AAL, "No function stands between the layers of the network.",
        alternatives=(F.ACH, F.LRM),
    ),
    Hypothesis(
        "erased-signal", F.LAD, "A normalisation layer erases its input.", alternatives=(F.API,)
    ),
    Hypothesis(
        "nothing-to-train", F.REG, "All parameters are frozen.", alternatives=(F.LOOP,)
    ),
    Hypothesis(
        "future-seen", F.API, "The network sees what it is to predict.",
        alternatives=(F.CPP, F.SHAPE, F.LRM),
    ),
    Hypothesis(
        "attention-scores", F.API, "The scores of the attention are not made into weights rightly.",
        alternatives=(F.SHAPE, F.WCI, F.CPP),
    ),
    Hypothesis(
        "padding-seen", F.API, "Padding is not hidden from the attention.",
        alternatives=(F.CPP, F.LRM),
    ),
    Hypothesis(
        "residual-scale", F.LAD, "Residual blocks do not add in proportion to what they get.",
        alternatives=(F.API, F.LRM, F.WCI),
    ),
    Hypothesis(
        "unshifted-targets", F.CPP, "The network is trained to copy its input.",
        alternatives=(F.API,),
    ),
    Hypothesis(
        "augmentation", F.CPP, "Inputs are mirrored at random, and their targets are not.",
        Spot.MIRRORING,
    ),
    Hypothesis(
        "leakage", F.CPP, "Examples of one set are in another one.", alternatives=(F.VRM,)
    ),
    Hypothesis("contradicting-labels", F.CPP, "Identical examples have different labels."),
    Hypothesis("sorted-data", F.CPP, "The examples come in the order of their labels."),
    Hypothesis("repeated-data", F.LOOP, "Most of the training data is never used."),
    Hypothesis(
        "overlapping-batches", F.CPP, "Each batch repeats most of the one before it.",
        alternatives=(F.LOOP,),
    ),
    Hypothesis("weight-decay", F.RAW, "Weight decay outweighs the data.", Spot.OPTIMISER),
    Hypothesis(
        "loss-penalty", F.RAW, "A penalty that is added to the loss outweighs the data.",
    ),
    Hypothesis("evaluation-mode", F.LOOP, "The network is evaluated in training mode."),
    Hypothesis("training-mode", F.LOOP, "The network is trained in evaluation mode."),
    Hypothesis(
        "untrained-layers", F.REG, "A layer that could learn never changes.",
        alternatives=(F.GRAPH,),
    ),
    Hypothesis("kept-gradients", F.LOOP, "Gradients are not cleared between steps."),
    Hypothesis(
        "discarded-gradients", F.LOOP, "Gradients are cleared before a step has used them."
    ),
    Hypothesis(
        "never-updated-copy", F.LOOP,
        "The copy of the network that gives targets is never brought up to date.",
    ),
    Hypothesis(
        "gradient-cut", F.GRAPH, "The gradient is cut inside of the network.",
        alternatives=(F.API, F.REG),
    ),
    Hypothesis(
        "flat-loss", F.GRAPH, "The loss has no slope: it is made of something that is rounded.",
        alternatives=(F.LCH, F.ACH),
    ),
    Hypothesis("no-updates", F.LOOP, "No optimiser ever makes a step.", Spot.LOOP),
    Hypothesis(
        "kept-graph", F.GRAPH, "Something of every step is kept, and memory grows.", Spot.LOOP
    ),
    Hypothesis(
        "undefined-operation", F.API, "An operation gives NaN or infinity.",
        alternatives=(F.LCH, F.ACH),
    ),
    Hypothesis(
        "overfitting", F.RCD, "The network learns the training data by heart.", Spot.EPOCHS,
        (F.RAW, F.HNE, F.LCN, F.VRM),
    ),
    Hypothesis(
        "unlike-evaluation", F.CPP,
        "The evaluation is given other data than the network was trained for.",
        alternatives=(F.LOOP, F.MET, F.API),
    ),
    Hypothesis(
        "no-validation", F.VRM,
        "The training is never checked on new data, and learns its own by heart.", Spot.EPOCHS,
        (F.HNE, F.RCD, F.RAW, F.LCN),
    ),
    Hypothesis(
        "too-small-network", F.LCN, "The network cannot express what it is to learn.",
        Spot.NARROWEST_LAYER, (F.AAL, F.LRM, F.ACH),
    ),
    Hypothesis(
        "pointwise-convolutions", F.LCF,
        "Convolutions with kernels of 1 see single values only.", Spot.CONVOLUTION, (F.LRM,),
    ),
    Hypothesis("stuck-metric", F.MET, "A metric does not measure what the loss improves."),
    Hypothesis(
        "several-labels", F.LCH, "The loss is for examples with one label each.",
    ),
    Hypothesis(
        "ignored-class", F.API, "The loss leaves out the examples of a class.",
        alternatives=(F.LCH,),
    ),
    Hypothesis(
        "labels-outside-loss", F.CPP, "The labels are not what the loss is made for.",
        alternatives=(F.LCH,),
    ),
    Hypothesis(
        "probabilities-as-scores", F.ARM, "The output function is applied twice.",
        alternatives=(F.LCH, F.ACH),
    ),
    Hypothesis(
        "scores-as-probabilities", F.ACH, "The loss needs another output function.",
        alternatives=(F.AAL, F.LCH, F.API),
    ),
    Hypothesis(
        "swapped-arguments", F.API, "Output and target of the loss have changed places.",
        alternatives=(F.LCH,),
    ),
    Hypothesis(
        "renumbered-labels", F.CPP, "The sets number their classes in different ways.",
        alternatives=(F.API, F.MET),
    ),
    Hypothesis("misread-output", F.MET, "A metric misreads the output of the network."),
    Hypothesis("miscounted-metric", F.MET, "A printed metric is not what it is called."),
    Hypothesis("wrong-formula", F.MET, "A printed metric follows another formula than its name."),
    Hypothesis(
        "drowned-term", F.LCH, "One term of the loss outweighs the others.",
        alternatives=(F.RAW,),
    ),
    Hypothesis(
        "loss-against-metric", F.LCH, "What is minimised is what should grow.",
        alternatives=(F.MET,),
    ),
    Hypothesis(
        "maximised-loss", F.LCH, "The training makes the loss larger.", alternatives=(F.OCH, F.API)
    ),
    Hypothesis(
        "median-learned", F.LCH, "The loss asks for the median, which most targets are equal to.",
        Spot.LOSS,
    ),
    Hypothesis(
        "turned-quantiles", F.LCH, "The error in the loss of quantiles is turned around.",
        Spot.LOSS,
    ),
    Hypothesis(
        "turned-pairs", F.LCH, "The loss pulls together what it should push apart.",
        alternatives=(F.API, F.CPP),
    ),
    Hypothesis(
        "collapsed-embeddings", F.GRAPH, "Nothing in the loss keeps the outputs apart.",
        alternatives=(F.LCH,),
    ),
    Hypothesis(
        "turned-direction", F.LCH, "The loss rewards the opposite direction.", Spot.LOSS, (F.API,)
    ),
    Hypothesis(
        "endless-fall", F.LCH, "What is minimised has no lowest value.", Spot.LOSS, (F.API, F.RAW)
    ),
    Hypothesis(
        "endless-warm-up", F.HLR, "The warm-up is longer than the training.",
        alternatives=(F.HNE, F.LOOP),
    ),
    Hypothesis(
        "rate-as-factor", F.HLR, "The schedule multiplies the learning rate by a learning rate.",
        alternatives=(F.API,),
    ),
    Hypothesis(
        "few-negatives", F.HBS, "The batches are too small for a loss over their pairs.",
        Spot.BATCH_SIZE,
    ),
    Hypothesis("loss-scale", F.LOOP, "Half precision overflows.", Spot.OPTIMISER, (F.HLR,)),
)  # fmt: skip
