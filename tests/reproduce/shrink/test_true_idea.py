"""Words about a script that lost statements and values."""

from __future__ import annotations

from pathlib import Path

from seismograd.reproduce.candidate import Candidate
from seismograd.reproduce.context.project_view import ProjectView, Symbol, SymbolKind
from seismograd.reproduce.shrink.true_idea import with_true_idea

LARGE = '''
"""Trains Net for 3 epochs."""
import torch
from net import Net, Trainer

BATCH = 1


def batch_of_one():
    """A batch for the trainer."""
    return torch.zeros(BATCH, 512)


net = Net(width=512)
Trainer(net, epochs=3).fit()
net(batch_of_one())
print("NOT REPRODUCED")
'''
SMALL = '''
import torch
from net import Net

BATCH = 1


def batch_of_one():
    """A batch for the trainer."""
    return torch.zeros(BATCH, 64)


net = Net(width=64)
net(batch_of_one())
print("NOT REPRODUCED")
'''


def told(idea: str, small: str = SMALL) -> Candidate:
    large = Candidate(LARGE, "model", idea)
    net = Symbol("net", "Net", SymbolKind.CLASS, "net.py", 1, 9)
    return with_true_idea(Candidate(small, "model", idea), large, ProjectView(Path(), (net,)))


def test_sentences_about_what_is_gone_are_left_out() -> None:
    idea = "Calls Net with a batch of one. First trains it for 3 epochs. The width is 512."
    assert told(idea).idea == "Calls Net with a batch of one."


def test_where_nothing_is_left_the_calls_are_named() -> None:
    assert told("Trains Net, then calls it.").idea == "Calls Net()."


def test_a_script_that_lost_nothing_keeps_its_words() -> None:
    assert told("Trains Net, then calls it.", LARGE).idea == "Trains Net, then calls it."


def test_docstrings_that_are_no_longer_true_go_as_well() -> None:
    assert '"""A batch' not in told("x").source
    kept = told("x", SMALL.replace("A batch for the trainer", "A batch of one")).source
    assert '"""A batch of one."""' in kept
