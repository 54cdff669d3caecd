"""What star imports of Keras modules bring."""

from __future__ import annotations

from seismograd.program.keras.activations import NAMES
from seismograd.program.keras.functions import exported_layers
from seismograd.program.keras.names import OLD_CLASSES
from seismograd.program.keras.training import LOSS_NAMES, LOSSES, OPTIMISERS
from seismograd.source.evaluate.library import Library

_CALLBACKS = (
    "BackupAndRestore", "CSVLogger", "Callback", "EarlyStopping", "History", "LambdaCallback",
    "LearningRateScheduler", "ModelCheckpoint", "ReduceLROnPlateau", "RemoteMonitor",
    "TensorBoard", "TerminateOnNaN",
)  # fmt: skip
_INITIALISERS = (
    "Constant", "GlorotNormal", "GlorotUniform", "HeNormal", "HeUniform", "Identity",
    "LecunNormal", "LecunUniform", "Ones", "Orthogonal", "RandomNormal", "RandomUniform",
    "TruncatedNormal", "VarianceScaling", "Zeros",
)  # fmt: skip
_UTILITIES = ("Sequence", "get_file", "normalize", "pad_sequences", "plot_model",
              "to_categorical")  # fmt: skip
_MODELS = ("Model", "Sequential", "clone_model", "load_model", "model_from_json", "save_model")
_PARTS = (
    "Input", "Model", "Sequential", "activations", "applications", "backend", "callbacks",
    "constraints", "datasets", "initializers", "layers", "losses", "metrics", "models", "ops",
    "optimizers", "preprocessing", "regularizers", "utils",
)  # fmt: skip


def register(library: Library) -> None:
    library.exports.update(
        {
            "keras": frozenset(_PARTS),
            "keras.activations": frozenset(NAMES),
            "keras.callbacks": frozenset(_CALLBACKS),
            "keras.initializers": frozenset(_INITIALISERS),
            "keras.layers": exported_layers() | frozenset(OLD_CLASSES),
            "keras.losses": frozenset(LOSSES) | frozenset(LOSS_NAMES),
            "keras.models": frozenset(_MODELS),
            "keras.optimizers": frozenset(OPTIMISERS),
            "keras.regularizers": frozenset({"l1", "l1_l2", "l2", "L1", "L1L2", "L2"}),
            "keras.utils": frozenset(_UTILITIES),
        }
    )
