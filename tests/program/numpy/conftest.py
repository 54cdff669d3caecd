"""Evaluate snippets with all that is known of libraries, and look at their globals."""

from __future__ import annotations

from collections.abc import Callable
from textwrap import dedent

import pytest

from seismograd.program.library import framework_library
from seismograd.program.units import run_body
from seismograd.source.document import Document
from seismograd.source.evaluate.values import Value
from seismograd.source.workspace import Workspace

IMPORTS = """\
import numpy as np
import pandas as pd
import keras
from keras.datasets import mnist, cifar10, imdb, reuters
from sklearn.datasets import load_iris, load_breast_cancer, make_moons
from sklearn.model_selection import train_test_split
from sklearn import preprocessing
"""


@pytest.fixture
def value() -> Callable[[str], Value]:
    """What the global `result` is after a snippet ran."""

    def run(code: str) -> Value:
        document = Document("/nowhere/main.py", IMPORTS + dedent(code))
        workspace = Workspace([])
        workspace.open(document)
        interpreter = run_body(workspace, framework_library(), document).interpreter
        module = interpreter.module(document.path)
        assert module is not None
        found = interpreter.global_value(module, "result")
        assert found is not None
        return found

    return run
