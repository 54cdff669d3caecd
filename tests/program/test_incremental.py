"""Whatever was edited before, the findings are those of the text as it stands."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from seismograd.faults import Finding
from seismograd.rules.checker import Checker
from seismograd.settings import Settings
from seismograd.source.document import Document, TextChange
from seismograd.source.positions import Encoding
from seismograd.source.workspace import Workspace

FIXTURES = Path(__file__).parents[1] / "rules" / "fixtures"
SOURCES = [FIXTURES / name for name in ("SG101/faulty.py", "SG509/faulty_sgd.py", "SG601/clean.py")]
PATH = "/project/train.py"
INSERTED = [
    "\n",
    "x = 1\n",
    "def f(",
    "nn.ReLU()",
    "    ",
    "0",
    "é😀",
    "loss.backward()\n",
    "import os\n",
]

edits = st.lists(
    st.tuples(
        st.integers(0, 80), st.integers(0, 60), st.integers(0, 3), st.sampled_from(["", *INSERTED])
    ),
    min_size=1,
    max_size=6,
)


def check(document: Document) -> set[Finding]:
    workspace = Workspace([])
    workspace.open(document)
    return set(Checker(workspace, Settings(preview=True)).check(document))


@pytest.mark.parametrize("source", SOURCES, ids=lambda path: f"{path.parent.name}-{path.stem}")
@settings(max_examples=25, deadline=None)
@given(edits=edits)
@example(edits=[(17, 0, 1, ""), (6, 0, 3, "é😀")])
def test_edits_lead_to_the_findings_of_the_final_text(
    source: Path, edits: list[tuple[int, int, int, str]]
) -> None:
    workspace = Workspace([])
    document = Document(PATH, source.read_text())
    workspace.open(document)
    checker = Checker(workspace, Settings(preview=True))
    for line, column, removed_lines, text in edits:
        change = TextChange(text, (line, column), (line + removed_lines, column))
        document.change([change], None, Encoding.UTF16)
        found = set(checker.check(document))
    assert found == check(Document(PATH, document.text))


@settings(max_examples=60, deadline=None)
@given(text=st.text(max_size=400))
def test_any_text_can_be_checked(text: str) -> None:
    check(Document(PATH, "import torch\nimport keras\n" + text))


@settings(max_examples=60, deadline=None)
@given(
    words=st.lists(
        st.sampled_from(
            [
                "def",
                "class",
                "for",
                "in",
                "if",
                ":",
                "(",
                ")",
                "[",
                "]",
                "\n",
                "=",
                ".",
                ",",
                "torch",
                "nn",
                "keras",
                "Linear",
                "backward",
                "step",
                "self",
                "x",
                "1",
                "lambda",
                "yield",
                "*",
                "**",
                "@",
                "return",
                "import",
                "from",
                "as",
                "with",
                "not",
                "-1",
                "'a'",
                "\t",
            ]
        ),
        max_size=60,
    )
)
def test_any_words_can_be_checked(words: list[str]) -> None:
    check(Document(PATH, "import torch\nfrom torch import nn\n" + " ".join(words)))
