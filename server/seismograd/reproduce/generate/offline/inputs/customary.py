"""Things that training code hands around under customary names, made of the framework's parts."""

from __future__ import annotations

import re
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Customary:
    pattern: re.Pattern[str]
    expression: str
    """`{model}` and `{optimizer}` stand for variables that must be there before."""
    imports: tuple[str, ...] = ()
    is_sure: bool = False
    """Whether any other of its kind would do as well."""


def _one(pattern: str, expression: str, *imports: str, is_sure: bool = False) -> Customary:
    return Customary(re.compile(pattern), expression, imports, is_sure)


TORCH_THINGS = (
    _one(r"\w*(optimi[sz]er|optim|opt)\w?", "torch.optim.SGD({model}.parameters(), lr=0.01)",
         "import torch", is_sure=True),
    _one(r"(lr_)?sched(uler)?|lr_sched", "torch.optim.lr_scheduler.StepLR({optimizer}, 1)",
         "import torch", is_sure=True),
    _one(r"criterion|loss_?f(n|unc|unction)?|objective", "torch.nn.CrossEntropyLoss()",
         "import torch"),
    _one(r"(grad_)?scaler", "torch.amp.GradScaler('cpu', enabled=False)", "import torch"),
    _one(r"device|map_location", "torch.device('cpu')", "import torch",
         is_sure=True),
    _one(r"act(ivation)?(_layer|_cls)", "torch.nn.ReLU", "import torch"),
    _one(r"norm(_layer|_cls)", "torch.nn.BatchNorm2d", "import torch"),
    _one(r"(activation|act|fn|func|function|f)", "torch.relu", "import torch"),
    _one(r"generator|rng", "torch.Generator().manual_seed(0)", "import torch", is_sure=True),
    _one(r"dtype", "torch.float32", "import torch", is_sure=True),
    _one(r"logger|log", "logging.getLogger('run')", "import logging", is_sure=True),
    _one(r"transforms?|collate_fn|callbacks?|hooks?|writer|summary_writer", "None"),
    _one(r"(\w+_)?(path|file|filename|fname|ckpt|checkpoint)",
         "os.path.join(tempfile.mkdtemp(), 'file')", "import os", "import tempfile"),
    _one(r"(\w+_)?(dir|directory|folder|root)", "tempfile.mkdtemp()", "import tempfile"),
)  # fmt: skip
NETWORK_NAMES = re.compile(
    r"(\w+_)?(model|net|network|module|backbone|encoder|decoder|classifier|student|teacher|"
    r"generator|discriminator|policy|actor|critic|llm|lm|transformer)(_\w)?"
)
CONFIG_NAMES = re.compile(
    r"(\w+_)?(config|cfg|args|hparams|opts?|options|params|settings|conf|hps|hyperparameters|"
    r"configuration|arguments|flags)"
)
LOADER_NAMES = re.compile(
    r"(\w+_)?(loader|dataloader|data_loader|dl|batches|iterator|loaders)|(train|val|valid|test|eval)"
    r"(_data)?_?(gen|iter)"
)
DATASET_NAMES = re.compile(r"(\w+_)?(dataset|ds|data_?set|train_data|val_data|test_data)")


def customary_thing(name: str) -> Customary | None:
    plain = name.lower().strip("_")
    return next((one for one in TORCH_THINGS if one.pattern.fullmatch(plain)), None)
