"""What is made of an option and then forgotten is handed over in some patch."""

from __future__ import annotations

from pathlib import Path

import pytest

from seismograd.reproduce.case import Case
from seismograd.reproduce.context.read_project import read_project
from seismograd.reproduce.criteria.criterion import Fingerprint
from seismograd.reproduce.report.parse import parse_report
from seismograd.reproduce.suspicion.heard_options import listening_patches
from tests.reproduce.suspicion.test_suspicion import observed

IN_A_HELPER = """\
def dense(width, options, regularizer):
    return layers.Dense(width, activation=options.activation)


def build(options):
    regularizer = regularizers.L2(options.l2) if options.l2 else None
    return dense(8, options, regularizer)
"""
IN_PLACE = """\
def build(l2=0.0, width=8):
    kernel_regularizer = regularizers.L2(l2)
    return layers.Dense(width, activation="relu")
"""
BY_KEYWORD = """\
def block(width, *, regularizer=None):
    layer = layers.Conv2D(width, 3)
    return layer


def build(settings):
    penalty = regularizers.L2(settings["l2"])
    return block(8, regularizer=penalty)
"""
HEARD = """\
def dense(width, regularizer):
    return layers.Dense(width, kernel_regularizer=regularizer)


def build(options):
    regularizer = regularizers.L2(options.l2)
    return dense(8, regularizer)
"""


def told(root: Path, code: str) -> list[str]:
    (root / "network.py").write_text(f"from keras import layers, regularizers\n\n\n{code}")
    (root / "base.json").write_text('{"l2": 0.01}')
    report = parse_report("l2 does nothing?\n\n`Options(l2=0.0)` and `l2=100.0` give the same.\n")
    case = Case(report, root, Fingerprint((), "config", 0.8), read_project(root))
    return [patch.text.strip() for patch in listening_patches(case, observed(case))]


@pytest.mark.parametrize(
    ("code", "right"),
    [
        (
            IN_A_HELPER,
            "return layers.Dense(width, activation=options.activation, "
            "kernel_regularizer=regularizer)",
        ),
        (
            IN_PLACE,
            "return layers.Dense(width, activation='relu', kernel_regularizer=kernel_regularizer)",
        ),
        (BY_KEYWORD, "layer = layers.Conv2D(width, 3, kernel_regularizer=regularizer)"),
    ],
)
def test_it_is_handed_over_before_long(code: str, right: str, tmp_path: Path) -> None:
    assert right in told(tmp_path, code)[:2]


def test_what_is_read_already_is_not_handed_over_again(tmp_path: Path) -> None:
    assert not any(text.count("regularizer=regularizer") > 1 for text in told(tmp_path, HEARD))
