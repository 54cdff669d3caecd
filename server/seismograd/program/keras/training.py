"""Losses and optimisers of Keras under neutral names."""

from __future__ import annotations

from typing import NamedTuple

from seismograd.program.tensors import operate
from seismograd.source.evaluate.calls import Call
from seismograd.source.evaluate.library import Library, Model
from seismograd.source.evaluate.values import Value


class LossSpec(NamedTuple):
    """What a loss wants: of the prediction, and of the labels."""

    kind: str
    expects: str | None
    labels: str | None = None
    logits_at: tuple[int, int] | None = None
    """Position of `from_logits` in the class and in the function, where there is one."""


LOSSES = {
    "BinaryCrossentropy": LossSpec("bce", "probabilities", None, (0, 2)),
    "BinaryFocalCrossentropy": LossSpec("bce", "probabilities", None, (3, 5)),
    "CategoricalCrossentropy": LossSpec("cross_entropy", "probabilities", "one_hot", (0, 2)),
    "CategoricalFocalCrossentropy": LossSpec("cross_entropy", "probabilities", "one_hot", (2, 4)),
    "CategoricalGeneralizedCrossEntropy": LossSpec("cross_entropy", "probabilities", "integer"),
    "SparseCategoricalCrossentropy": LossSpec("sparse_cross_entropy", "probabilities", "integer",
                                              (0, 2)),
    "CategoricalHinge": LossSpec("categorical_hinge", "values", "one_hot"),
    "Hinge": LossSpec("hinge", "values"),
    "SquaredHinge": LossSpec("squared_hinge", "values"),
    "MeanSquaredError": LossSpec("mse", "values"),
    "MeanAbsoluteError": LossSpec("mae", "values"),
    "MeanAbsolutePercentageError": LossSpec("mape", "values"),
    "MeanSquaredLogarithmicError": LossSpec("msle", "values"),
    "Huber": LossSpec("huber", "values"),
    "LogCosh": LossSpec("log_cosh", "values"),
    "KLDivergence": LossSpec("kl", "probabilities"),
    "Poisson": LossSpec("poisson", "values"),
    "CosineSimilarity": LossSpec("cosine", "values"),
    "CTC": LossSpec("ctc", "logits"),
    "Dice": LossSpec("dice", "probabilities"),
    "Tversky": LossSpec("tversky", "probabilities"),
    "Circle": LossSpec("circle", "values", "integer"),
}  # fmt: skip
LOSS_NAMES = {
    "binary_crossentropy": "BinaryCrossentropy",
    "binary_focal_crossentropy": "BinaryFocalCrossentropy",
    "bce": "BinaryCrossentropy",
    "categorical_crossentropy": "CategoricalCrossentropy",
    "categorical_focal_crossentropy": "CategoricalFocalCrossentropy",
    "categorical_generalized_cross_entropy": "CategoricalGeneralizedCrossEntropy",
    "sparse_categorical_crossentropy": "SparseCategoricalCrossentropy",
    "categorical_hinge": "CategoricalHinge", "hinge": "Hinge", "squared_hinge": "SquaredHinge",
    "mean_squared_error": "MeanSquaredError", "mse": "MeanSquaredError",
    "mean_absolute_error": "MeanAbsoluteError", "mae": "MeanAbsoluteError",
    "mean_absolute_percentage_error": "MeanAbsolutePercentageError",
    "mape": "MeanAbsolutePercentageError",
    "mean_squared_logarithmic_error": "MeanSquaredLogarithmicError",
    "msle": "MeanSquaredLogarithmicError", "huber": "Huber", "huber_loss": "Huber",
    "log_cosh": "LogCosh", "logcosh": "LogCosh", "kl_divergence": "KLDivergence",
    "kld": "KLDivergence", "kullback_leibler_divergence": "KLDivergence", "poisson": "Poisson",
    "cosine_similarity": "CosineSimilarity", "cosine_proximity": "CosineSimilarity",
    "cosine": "CosineSimilarity", "ctc": "CTC", "dice": "Dice", "tversky": "Tversky",
    "circle": "Circle",
}  # fmt: skip
"""Functions and strings -> loss class."""

_TF_LOSSES = {
    "tensorflow.nn.softmax_cross_entropy_with_logits": LossSpec("cross_entropy", "logits",
                                                                "one_hot"),
    "tensorflow.nn.softmax_cross_entropy_with_logits_v2": LossSpec("cross_entropy", "logits",
                                                                   "one_hot"),
    "tensorflow.nn.sparse_softmax_cross_entropy_with_logits": LossSpec(
        "sparse_cross_entropy", "logits", "integer"),
    "tensorflow.nn.sigmoid_cross_entropy_with_logits": LossSpec("bce", "logits"),
    "tensorflow.nn.weighted_cross_entropy_with_logits": LossSpec("bce", "logits"),
}  # fmt: skip

_ADAM = (("learning_rate", 1e-3), ("beta_1", 0.9), ("beta_2", 0.999), ("epsilon", 1e-7))
OPTIMISERS: dict[str, tuple[tuple[str, object], ...]] = {
    "SGD": (("learning_rate", 1e-2), ("momentum", 0.0), ("nesterov", False)),
    "RMSprop": (("learning_rate", 1e-3), ("rho", 0.9), ("momentum", 0.0), ("epsilon", 1e-7),
                ("centered", False)),
    "Adam": (*_ADAM, ("amsgrad", False)),
    "AdamW": (("learning_rate", 1e-3), ("weight_decay", 4e-3), *_ADAM[1:], ("amsgrad", False)),
    "Adamax": _ADAM,
    "Nadam": _ADAM,
    "Lamb": _ADAM,
    "Adagrad": (("learning_rate", 1e-3), ("initial_accumulator_value", 0.1), ("epsilon", 1e-7)),
    "Adadelta": (("learning_rate", 1e-3), ("rho", 0.95), ("epsilon", 1e-7)),
    "Adafactor": (("learning_rate", 1e-3),),
    "Ftrl": (("learning_rate", 1e-3),),
    "Lion": (("learning_rate", 1e-3), ("beta_1", 0.9), ("beta_2", 0.99)),
    "Muon": (("learning_rate", 1e-3),),
    "ScheduleFreeAdamW": (("learning_rate", 2.5e-3), ("beta_1", 0.9), ("beta_2", 0.999)),
}  # fmt: skip
"""Optimiser -> parameters in order, with the defaults of Keras 3."""
COMMON = (("weight_decay", None), ("clipnorm", None), ("clipvalue", None),
          ("global_clipnorm", None), ("decay", None))  # fmt: skip
"""Parameters of every optimiser, by name only."""
OLD_NAMES = {"learning_rate": "lr"}


def register(library: Library) -> None:
    for name in LOSSES:
        library.object_calls[f"keras.losses.{name}"] = _loss(LOSSES[name].kind)
    for function, name in LOSS_NAMES.items():
        for module in ("losses", "metrics", "backend", "ops"):
            library.functions[f"keras.{module}.{function}"] = _loss(LOSSES[name].kind)
    for path, spec in _TF_LOSSES.items():
        library.functions[path] = _loss(spec.kind)


def _loss(kind: str) -> Model:
    def model(call: Call) -> Value:
        target, prediction = loss_arguments(call)
        inputs = tuple(value for value in (prediction, target) if value is not None)
        return operate("loss:" + kind, inputs, call, layer=call.receiver)

    return model


def loss_arguments(call: Call) -> tuple[Value | None, Value | None]:
    """The labels and the prediction: Keras takes them in this order."""
    target = call.value(0, "y_true") or call.value(None, "labels") or call.value(None, "target")
    prediction = call.value(1, "y_pred") or call.value(None, "logits")
    return target, prediction or call.value(None, "output")


def loss_class(name: str) -> str | None:
    """The loss class behind the name of a class, a function or a string."""
    if name in LOSSES:
        return name
    return LOSS_NAMES.get(name) or LOSS_NAMES.get(name.lower())


def loss_spec(path: str) -> LossSpec | None:
    """What is known of a loss by the canonical name of what was called."""
    if path in _TF_LOSSES:
        return _TF_LOSSES[path]
    name = loss_class(path.removesuffix(".__call__").rpartition(".")[2])
    return None if name is None else LOSSES[name]


def optimiser_class(name: str) -> str | None:
    """The optimiser class behind a string."""
    return next((known for known in OPTIMISERS if known.lower() == name.lower()), None)
