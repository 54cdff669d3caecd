"""What classes and functions are for: their ancestors tell, then what they do, then their names."""

from __future__ import annotations

import ast
import re
from collections.abc import Collection

from seismograd.reproduce.context.identifiers import words_of
from seismograd.reproduce.context.modules import Definition, Modules, dotted_name
from seismograd.reproduce.context.project_view import Role

_KERAS = r"(?:keras|keras\.src|tensorflow\.keras|tensorflow\.python\.keras|tf_keras)"
_LIGHTNING = r"(?:pytorch_)?lightning\.(?:pytorch\.)?(?:core\.(?:\w+\.)*)?"
_BASES: tuple[tuple[Role, re.Pattern[str]], ...] = tuple(
    (role, re.compile(pattern))
    for role, pattern in (
        (Role.LOSS, rf"torch\.nn\.modules\.loss\.\w+|torch\.nn\.\w*Loss|{_KERAS}\.losses\.\w+"),
        (Role.METRIC, rf"torchmetrics\.(?:\w+\.)*\w+|{_KERAS}\.metrics\.\w+"),
        (Role.NETWORK, rf"{_KERAS}\.(?:models\.)?(?:\w*Model|Sequential|Functional)"),
        (Role.NETWORK, rf"{_LIGHTNING}LightningModule"),
        (Role.NETWORK, r"transformers\.(?:\w+\.)*\w*PreTrainedModel"),
        (Role.LAYER, rf"{_KERAS}\.(?:layers\.)(?:\w+\.)*\w+|{_KERAS}\.Layer"),
        (Role.DATASET, r"torch\.utils\.data\.(?:\w+\.)*\w+|torchvision\.datasets\.(?:\w+\.)*\w+"),
        (Role.DATASET, rf"{_KERAS}\.utils\.(?:Sequence|PyDataset)|torch_geometric\.data\.\w+"),
        (Role.DATASET, rf"{_LIGHTNING}LightningDataModule"),
        (Role.CONFIG, r"transformers\.(?:\w+\.)*(?:PretrainedConfig|TrainingArguments)"),
        (Role.TRAINING, r"transformers\.(?:\w+\.)*Trainer"),
    )
)  # fmt: skip
_MODULE = re.compile(
    r"torch\.nn\.(?:modules\.(?:\w+\.)+)?\w+|torch\.jit\.ScriptModule|torch_geometric\.nn\.(?:\w+\.)*\w+"
)
_MAKES_NETWORK = re.compile(rf"{_KERAS}\.(?:models\.)?(?:Sequential|Model)|torch\.nn\.Sequential")
_PARTS = frozenset({"attention", "block", "cell", "embedding", "encoding", "head", "layer", "norm"})
_CONFIG_WORDS = frozenset(
    {"args", "arguments", "cfg", "config", "configuration", "hparams", "hyperparameters", "options",
     "params", "settings"}
)  # fmt: skip
_METRIC_WORDS = frozenset({"accuracy", "f1", "iou", "metric", "precision", "recall", "score"})
_TRAINS = frozenset(
    {"backward", "fit", "train_on_batch", "apply_gradients", "minimize", "fit_generator",
     "GradientTape", "manual_backward"}
)  # fmt: skip
_FITTED = frozenset({"encoder", "imputer", "pca", "scaler", "tokenizer", "vectorizer", "vocab"})
_OWN_TRAINING = frozenset({"training_step", "train_step", "train_epoch", "train_one_epoch"})


class Roles:
    def __init__(self, modules: Modules, parts: Collection[str]) -> None:
        self._modules = modules
        self._parts = parts
        """Full names of classes that other networks are made of."""

    def of_class(self, definition: Definition, ancestors: tuple[str, ...], is_record: bool) -> Role:
        for ancestor in ancestors:
            for role, pattern in _BASES:
                if pattern.fullmatch(ancestor):
                    return role
        words = set(words_of(definition.name.rpartition(".")[2]))
        if any(_MODULE.fullmatch(ancestor) for ancestor in ancestors):
            return self._of_module(definition, words)
        methods = {n.name for n in definition.node.body if isinstance(n, ast.FunctionDef)}
        if {"__len__", "__getitem__"} <= methods and "dataset" in words:
            return Role.DATASET
        if words & _CONFIG_WORDS and (is_record or methods <= {"__init__"}):
            return Role.CONFIG
        return Role.TRAINING if "trainer" in words else Role.OTHER

    def _of_module(self, definition: Definition, words: set[str]) -> Role:
        if words & {"loss", "criterion"}:
            return Role.LOSS
        if words & {"metric", "accuracy"}:
            return Role.METRIC
        is_part = definition.full_name in self._parts or words & _PARTS
        return Role.LAYER if is_part else Role.NETWORK

    def of_function(self, definition: Definition) -> Role:
        name = definition.name.rpartition(".")[2]
        done = self._calls(definition)
        if name in _OWN_TRAINING or does_training(done):
            return Role.TRAINING
        words = set(words_of(name))
        if any(_MAKES_NETWORK.fullmatch(call) for call in done):
            return Role.NETWORK
        if words & {"loss", "criterion"}:
            return Role.LOSS
        return Role.METRIC if words & _METRIC_WORDS else Role.OTHER

    def _calls(self, definition: Definition) -> set[str]:
        module = definition.module
        calls: set[str] = set()
        for node in definition.nodes():
            if isinstance(node, ast.Call):
                written = dotted_name(node.func)
                ending = node.func.attr if isinstance(node.func, ast.Attribute) else written
                calls.add(self._modules.full_name(module, written) if written else ending)
        return calls


def does_training(names: Collection[str]) -> bool:
    """Whether calls of these names, as they are written, train something."""
    last = {name.rpartition(".")[2] for name in names if not _fits_data(name)}
    return bool(last & _TRAINS) or {"zero_grad", "step"} <= last


def _fits_data(call: str) -> bool:
    receiver, _, name = call.rpartition(".")
    return name == "fit" and bool(set(words_of(receiver.rpartition(".")[2])) & _FITTED)


def is_network(ancestors: Collection[str]) -> bool:
    """Whether a class with these ancestors is made of layers."""
    roles = {role for a in ancestors for role, pattern in _BASES if pattern.fullmatch(a)}
    is_module = any(_MODULE.fullmatch(ancestor) for ancestor in ancestors)
    return is_module or bool(roles & {Role.NETWORK, Role.LAYER})
