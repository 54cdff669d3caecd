"""Losses, optimisers and schedulers of PyTorch."""

from __future__ import annotations

from typing import NamedTuple

from seismograd.program.tensors import operate
from seismograd.program.torch.names import MODULE, OPTIMISER, SCALER
from seismograd.source.evaluate.calls import Argument, Call
from seismograd.source.evaluate.library import Library, Model
from seismograd.source.evaluate.values import (
    BoundMethod,
    Const,
    Function,
    Sequence,
    Unknown,
    Value,
)


class LossSpec(NamedTuple):
    """What a loss wants: of the prediction, and of the labels."""

    kind: str
    expects: str | None
    labels: str | None = None


LOSS_MODULES = {
    "CrossEntropyLoss": LossSpec("cross_entropy", "logits", "integer"),
    "NLLLoss": LossSpec("nll", "log_probabilities", "integer"),
    "BCELoss": LossSpec("bce", "probabilities"),
    "BCEWithLogitsLoss": LossSpec("bce_with_logits", "logits"),
    "MSELoss": LossSpec("mse", "values"),
    "L1Loss": LossSpec("mae", "values"),
    "SmoothL1Loss": LossSpec("huber", "values"),
    "HuberLoss": LossSpec("huber", "values"),
    "KLDivLoss": LossSpec("kl", "log_probabilities"),
    "PoissonNLLLoss": LossSpec("poisson", "values"),
    "GaussianNLLLoss": LossSpec("gaussian_nll", "values"),
    "MultiLabelSoftMarginLoss": LossSpec("multi_label", "logits"),
    "MultiLabelMarginLoss": LossSpec("multi_label_margin", "logits"),
    "MultiMarginLoss": LossSpec("hinge", "logits", "integer"),
    "SoftMarginLoss": LossSpec("soft_margin", "logits"),
    "HingeEmbeddingLoss": LossSpec("hinge_embedding", "values"),
    "CosineEmbeddingLoss": LossSpec("cosine", "values"),
    "MarginRankingLoss": LossSpec("ranking", "values"),
    "TripletMarginLoss": LossSpec("triplet", "values"),
    "CTCLoss": LossSpec("ctc", "log_probabilities"),
}
LOSS_FUNCTIONS = {
    "cross_entropy": "CrossEntropyLoss", "nll_loss": "NLLLoss",
    "binary_cross_entropy": "BCELoss",
    "binary_cross_entropy_with_logits": "BCEWithLogitsLoss", "mse_loss": "MSELoss",
    "l1_loss": "L1Loss", "smooth_l1_loss": "SmoothL1Loss", "huber_loss": "HuberLoss",
    "kl_div": "KLDivLoss", "poisson_nll_loss": "PoissonNLLLoss",
    "gaussian_nll_loss": "GaussianNLLLoss", "multi_margin_loss": "MultiMarginLoss",
    "multilabel_soft_margin_loss": "MultiLabelSoftMarginLoss",
    "multilabel_margin_loss": "MultiLabelMarginLoss", "soft_margin_loss": "SoftMarginLoss",
    "hinge_embedding_loss": "HingeEmbeddingLoss", "cosine_embedding_loss": "CosineEmbeddingLoss",
    "margin_ranking_loss": "MarginRankingLoss", "triplet_margin_loss": "TripletMarginLoss",
    "ctc_loss": "CTCLoss",
}  # fmt: skip

OPTIMISER_PARAMETERS: dict[str, tuple[tuple[str, str, object], ...]] = {
    "SGD": (("learning_rate", "lr", 1e-3), ("momentum", "momentum", 0.0),
            ("dampening", "dampening", 0.0), ("weight_decay", "weight_decay", 0.0),
            ("nesterov", "nesterov", False)),
    "Adam": (("learning_rate", "lr", 1e-3), ("betas", "betas", None), ("epsilon", "eps", 1e-8),
             ("weight_decay", "weight_decay", 0.0), ("amsgrad", "amsgrad", False)),
    "AdamW": (("learning_rate", "lr", 1e-3), ("betas", "betas", None), ("epsilon", "eps", 1e-8),
              ("weight_decay", "weight_decay", 1e-2), ("amsgrad", "amsgrad", False)),
    "NAdam": (("learning_rate", "lr", 2e-3), ("betas", "betas", None), ("epsilon", "eps", 1e-8),
              ("weight_decay", "weight_decay", 0.0)),
    "RAdam": (("learning_rate", "lr", 1e-3), ("betas", "betas", None), ("epsilon", "eps", 1e-8),
              ("weight_decay", "weight_decay", 0.0)),
    "Adamax": (("learning_rate", "lr", 2e-3), ("betas", "betas", None), ("epsilon", "eps", 1e-8),
               ("weight_decay", "weight_decay", 0.0)),
    "RMSprop": (("learning_rate", "lr", 1e-2), ("alpha", "alpha", 0.99), ("epsilon", "eps", 1e-8),
                ("weight_decay", "weight_decay", 0.0), ("momentum", "momentum", 0.0)),
    "Adagrad": (("learning_rate", "lr", 1e-2), ("lr_decay", "lr_decay", 0.0),
                ("weight_decay", "weight_decay", 0.0)),
    "Adadelta": (("learning_rate", "lr", 1.0), ("rho", "rho", 0.9), ("epsilon", "eps", 1e-6),
                 ("weight_decay", "weight_decay", 0.0)),
    "ASGD": (("learning_rate", "lr", 1e-2), ("lambd", "lambd", 1e-4)),
    "Rprop": (("learning_rate", "lr", 1e-2),),
    "LBFGS": (("learning_rate", "lr", 1.0), ("max_iter", "max_iter", 20)),
    "SparseAdam": (("learning_rate", "lr", 1e-3), ("betas", "betas", None)),
    "Adafactor": (("learning_rate", "lr", 1e-2),),
}  # fmt: skip
"""Optimiser -> parameters after the first: neutral name, library name, default; in order."""

SCHEDULER_PARAMETERS: dict[str, tuple[tuple[str, object], ...]] = {
    "StepLR": (("step_size", None), ("gamma", 0.1)),
    "MultiStepLR": (("milestones", None), ("gamma", 0.1)),
    "ConstantLR": (("factor", 1 / 3), ("total_iters", 5)),
    "LinearLR": (("start_factor", 1 / 3), ("end_factor", 1.0), ("total_iters", 5)),
    "ExponentialLR": (("gamma", None),),
    "PolynomialLR": (("total_iters", 5), ("power", 1.0)),
    "CosineAnnealingLR": (("T_max", None), ("eta_min", 0.0)),
    "CosineAnnealingWarmRestarts": (("T_0", None), ("T_mult", 1), ("eta_min", 0.0)),
    "ReduceLROnPlateau": (("mode", "min"), ("factor", 0.1), ("patience", 10),
                          ("threshold", 1e-4), ("threshold_mode", "rel"), ("cooldown", 0),
                          ("min_lr", 0), ("eps", 1e-8)),
    "CyclicLR": (("base_lr", None), ("max_lr", None), ("step_size_up", 2000),
                 ("step_size_down", None), ("mode", "triangular")),
    "OneCycleLR": (("max_lr", None), ("total_steps", None), ("epochs", None),
                   ("steps_per_epoch", None), ("pct_start", 0.3), ("anneal_strategy", "cos")),
    "LambdaLR": (("lr_lambda", None),),
    "MultiplicativeLR": (("lr_lambda", None),),
    "SequentialLR": (("schedulers", None), ("milestones", None)),
    "ChainedScheduler": (),
}  # fmt: skip
"""Scheduler -> parameters after the optimiser, with their defaults, in order."""

_F = "torch.nn.functional"


def register(library: Library) -> None:
    for name, spec in LOSS_MODULES.items():
        library.object_calls[f"torch.nn.{name}"] = _loss(spec)
        library.families[f"torch.nn.{name}"] = MODULE
    for function, name in LOSS_FUNCTIONS.items():
        library.functions[f"{_F}.{function}"] = _loss(LOSS_MODULES[name])

    library.methods[f"{SCALER}.scale"] = _scaled
    library.methods[f"{OPTIMISER}.step"] = _step
    library.functions["torch.multiprocessing.spawn"] = _spawn


def _scaled(call: Call) -> Value:
    """A loss that is scaled for mixed precision is the same loss."""
    return operate("scale", tuple(argument.value for argument in call.positional[:1]), call)


def _spawn(call: Call) -> Value | None:
    """Each process runs a function with its number and the given arguments."""
    function, given = call.value(0, "fn"), call.value(1, "args")
    if function is None or not isinstance(given, Sequence):
        return None
    values: list[Value] = [Unknown(call.place, "rank"), *given.items]
    arguments = [Argument(value, call.place) for value in values]
    call.interpreter.invocation.apply(function, arguments, {}, call.place, given.open)
    return Const(None, call.place)


def _step(call: Call) -> Value | None:
    """Some optimisers compute the loss again by a function that they are given."""
    closure = call.value(0, "closure")
    if isinstance(closure, Function | BoundMethod):
        return call.interpreter.invocation.apply(closure, [], {}, call.place)
    return None


def _loss(spec: LossSpec) -> Model:
    def model(call: Call) -> Value:
        prediction = call.value(0, "input")
        target = call.value(1, "target")
        inputs = tuple(value for value in (prediction, target) if value is not None)
        return operate("loss:" + spec.kind, inputs, call, layer=call.receiver)

    return model


def loss_spec(path: str) -> LossSpec | None:
    """What is known of a loss by the name of what was called."""
    name = path.removesuffix(".__call__").rpartition(".")[2]
    return LOSS_MODULES.get(LOSS_FUNCTIONS.get(name, name))
