"""A script that somebody proposes, and what became of the proposal."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from enum import IntEnum

from seismograd.reproduce.observation import Observation


@dataclass(frozen=True, slots=True)
class Switch:
    """A constant at the top of a script that holds the trigger; its other value is the control."""

    name: str
    trigger: str
    control: str
    """Both as Python literals."""


@dataclass(frozen=True, slots=True)
class Patch:
    """Other lines for a suspect place of the project: with them the bug should be gone."""

    file: str
    first: int
    last: int
    """Inclusive; the lines are replaced by the text."""
    text: str
    what: str = ""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A whole script by the contract of scripts; where it has switches, they make its control."""

    source: str
    generator: str
    idea: str
    """One sentence for the log."""
    switches: tuple[Switch, ...] = ()
    patches: tuple[Patch, ...] = ()
    """For a control where no switch takes the trigger away."""
    is_free_hand: bool = False
    """Written by somebody who may be mistaken about what is right, and not by a known scheme."""


class Stage(IntEnum):
    """The ladder, cheap to dear; a candidate stands on the last stage that it passed."""

    NONE = 0
    PARSES = 1
    RESOLVES = 2
    """Its imports, names and keyword arguments exist."""
    IS_HONEST = 3
    """It neither re-implements the bug nor raises it itself, and has no catch-all."""
    DRY_RUN = 4
    """A quick run in a warm interpreter comes to an end."""
    CRITERIA = 5
    PROVENANCE = 6
    CONTROL = 7
    FIDELITY = 8
    """What its outcome depends on comes from the report or from the project's own use."""
    REPEATS = 9
    """Again from scratch, in fresh interpreters: the script and its control."""


@dataclass(frozen=True, slots=True)
class Departure:
    """Something in a script that neither the report nor the project's own use has."""

    what: str
    line: int
    instead: str = ""
    """What was tried in its place; "" where nothing can be."""
    is_decisive: bool = True
    """Whether the symptom is gone without it."""
    is_objection: bool = False
    """Said by a second reader, rather than seen in a run."""


@dataclass(frozen=True, slots=True)
class Attempt:
    """A candidate, how far it came, and what the next one should know."""

    candidate: Candidate
    stage: Stage
    feedback: str = ""
    """Why it came no further: an analysis of the error first, then what was seen."""
    observation: Observation | None = None
    distance: float = 1.0
    """How far the run was from the criteria, 0 to 1."""
    seconds: float = 0.0
    departures: tuple[Departure, ...] = ()
    """Those that were examined, for whoever came so far."""


def bare(source: str) -> str:
    """A script without its comments and the words at its top."""
    tree = ast.parse(source)
    if ast.get_docstring(tree) is not None:
        tree.body = tree.body[1:]
    return ast.unparse(tree)
