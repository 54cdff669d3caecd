"""Read snippets of Keras as programs."""

from __future__ import annotations

from collections.abc import Callable
from textwrap import dedent

import pytest

from seismograd.program import read_program
from seismograd.program.model import Network, Program
from seismograd.source.document import Document
from seismograd.source.workspace import Workspace

IMPORTS = """\
import numpy as np
import tensorflow as tf
import keras
from keras import layers, ops

"""


@pytest.fixture
def read() -> Callable[[str], Program]:
    def run(code: str) -> Program:
        document = Document("/nowhere/main.py", dedent(code))
        workspace = Workspace([])
        workspace.open(document)
        return read_program(workspace, document)

    return run


@pytest.fixture
def network(read: Callable[[str], Program]) -> Callable[[str], Network]:
    """The last network that a snippet builds, with the usual imports before it."""
    return lambda code: read(IMPORTS + dedent(code)).networks[-1]
