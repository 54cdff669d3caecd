"""Imports that a draft lacks or that have moved since the report, and the backend of Keras."""

from __future__ import annotations

import ast
import os
import re
from collections.abc import Iterator

from seismograd.reproduce.candidate import Attempt, Stage
from seismograd.reproduce.case import Case
from seismograd.reproduce.context.project_view import SymbolKind
from seismograd.reproduce.drafts.draft import Draft
from seismograd.runs.keras_backend import VARIABLE, chosen_backend

_UNDEFINED = re.compile(r"[Nn]ame '?(\w+)'? is not defined")
_COMPLAINT = re.compile(
    r"has no |No module named|cannot import|not installed|there is no|is no |uses nothing of"
)
_NO_BACKEND = re.compile(r"No module named '?(?:tensorflow|jax)")
_LOADS_KERAS = re.compile(r"^(?:import|from) keras\b")
_OTHER_BACKEND = "torch"
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


def import_from_where_it_is(case: Case, draft: Draft, attempt: Attempt) -> Iterator[Draft]:
    if attempt.stage >= Stage.CRITERIA or not _COMPLAINT.search(attempt.feedback):
        return
    imports = tuple(one for old in draft.imports for one in _moved(case, old))
    if imports != draft.imports:
        yield draft.changed(imports=imports, idea=f"{draft.idea} With imports as they are now.")


def _moved(case: Case, statement: str) -> Iterator[str]:
    node = ast.parse(statement).body[0]
    if not isinstance(node, ast.ImportFrom) or node.module is None:
        yield statement
        return
    modules = {symbol.module for symbol in case.project.symbols}
    for alias in node.names:
        there = _module_of(case, alias.name)
        known = any(s.module == node.module and s.name == alias.name for s in case.project.symbols)
        named = alias.name if alias.asname is None else f"{alias.name} as {alias.asname}"
        if there is None or known or f"{node.module}.{alias.name}" in modules:
            yield f"from {'.' * node.level}{node.module} import {named}"
        else:
            yield f"from {there} import {named}"


def _module_of(case: Case, name: str) -> str | None:
    """Where the project defines it, if it does in one place alone."""
    kinds = (SymbolKind.CLASS, SymbolKind.FUNCTION, SymbolKind.CONSTANT)
    found = {s.module for s in case.project.symbols if s.name == name and s.kind in kinds}
    found.discard("")
    return found.pop() if len(found) == 1 else None


def use_another_keras_backend(case: Case, draft: Draft, attempt: Attempt) -> Iterator[Draft]:
    """Keras that looks for a backend which is not installed works with PyTorch as well."""
    if _NO_BACKEND.search(attempt.feedback) and not draft.environment:
        yield draft.changed(
            environment=((VARIABLE, _OTHER_BACKEND),),
            idea=f"{draft.idea} With {VARIABLE}={_OTHER_BACKEND}.",
        )


def with_own_backend(case: Case, draft: Draft) -> Draft:
    """A script that loads Keras before the project can choose its backend must say which."""
    if draft.environment or not any(map(_LOADS_KERAS.match, draft.imports)):
        return draft
    chosen = chosen_backend(case.root, os.environ)
    return draft.changed(environment=((VARIABLE, chosen),)) if chosen else draft
