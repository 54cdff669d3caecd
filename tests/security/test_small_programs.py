"""A file of a few lines keeps the analysis neither busy nor fills the memory."""

from __future__ import annotations

import os

import pytest

from seismograd.rules.checker import Checker
from seismograd.settings import Settings
from seismograd.source.document import Document
from seismograd.source.workspace import Workspace
from tests.security.bounded import bounded
from tests.security.explosive_programs import SNIPPETS, in_function, program

FORMS = {"script": program, "method": in_function}
EVERY_FORM = bool(os.environ.get("SEISMOGRAD_EXPLORE"))


def _chosen() -> list[tuple[str, str]]:
    """Each as a script or as a method by turns; all of them both ways take minutes."""
    forms = list(FORMS)
    by_turns = [(name, forms[at % 2]) for at, name in enumerate(SNIPPETS)]
    return [(name, form) for name in SNIPPETS for form in forms] if EVERY_FORM else by_turns


@pytest.mark.parametrize(("name", "form"), _chosen())
def test_the_analysis_ends_by_itself(name: str, form: str) -> None:
    """Before the limit on its time, which raises `TookTooLong`."""
    workspace = Workspace([])
    document = Document("/project/train.py", FORMS[form](SNIPPETS[name]))
    workspace.open(document)
    with bounded():
        Checker(workspace, Settings()).check(document)
