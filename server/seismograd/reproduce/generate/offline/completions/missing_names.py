"""A name that the draft uses and nobody defines: the project's, a framework's, or a value's."""

from __future__ import annotations

import re
from collections.abc import Iterator

from seismograd.reproduce.candidate import Attempt
from seismograd.reproduce.case import Case
from seismograd.reproduce.context.project_view import SymbolKind
from seismograd.reproduce.generate.offline.draft import Draft

_UNDEFINED = re.compile(r"[Nn]ame '?(\w+)'? is not defined")
CUSTOMARY = {
    "torch": "import torch",
    "nn": "from torch import nn",
    "F": "import torch.nn.functional as F",
    "optim": "from torch import optim",
    "np": "import numpy as np",
    "numpy": "import numpy",
    "pd": "import pandas as pd",
    "keras": "import keras",
    "layers": "from keras import layers",
    "tf": "import tensorflow as tf",
    "plt": "import matplotlib.pyplot as plt",
    "DataLoader": "from torch.utils.data import DataLoader",
    "Dataset": "from torch.utils.data import Dataset",
    "TensorDataset": "from torch.utils.data import TensorDataset",
    "Path": "from pathlib import Path",
    "os": "import os",
    "sys": "import sys",
    "math": "import math",
    "json": "import json",
    "random": "import random",
    "copy": "import copy",
    "tempfile": "import tempfile",
}
"""What people leave out of a report because everybody knows it."""


def import_missing_names(case: Case, draft: Draft, attempt: Attempt) -> Iterator[Draft]:
    names = sorted(set(_UNDEFINED.findall(attempt.feedback)))
    known = [(name, statement) for name in names if (statement := _import(case, name))]
    better = draft
    for _name, statement in known:
        better = better.with_import(statement)
    if better is not draft:
        words = ", ".join(name for name, _ in known)
        yield better.changed(idea=f"{draft.idea} With {words} imported.")


def undefined_in(case: Case, attempt: Attempt) -> list[str]:
    """Names that nobody can import: they stand for values."""
    names = dict.fromkeys(_UNDEFINED.findall(attempt.feedback))
    return [name for name in names if _import(case, name) is None]


def _import(case: Case, name: str) -> str | None:
    """The project goes first: its names are why the report is about it."""
    kinds = (SymbolKind.CLASS, SymbolKind.FUNCTION, SymbolKind.CONSTANT)
    for symbol in case.project.find(name):
        if symbol.name == name and symbol.module and symbol.kind in kinds:
            return f"from {symbol.module} import {name}"
    modules = {symbol.module for symbol in case.project.symbols}
    if name in modules:
        return f"import {name}"
    return CUSTOMARY.get(name)
