"""Imports that a draft lacks, or that have moved since the report."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from seismograd.reproduce.candidate import Attempt, Stage
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


_COMPLAINT = re.compile(
    r"has no |No module named|cannot import|not installed|there is no|is no |uses nothing of"
)


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
