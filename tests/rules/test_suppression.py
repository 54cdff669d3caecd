from __future__ import annotations

import json

import pytest

from seismograd.faults import FaultType, Finding, Position, Severity, Span
from seismograd.rules.suppression import Suppressions
from seismograd.source.document import Document
from tests.cli.conftest import Project, project
from tests.rules.test_checker import TRAINS, codes

__all__ = ["project"]
SOFTMAX = "nn.Softmax(dim=1))"


def is_silenced(text: str, line: int = 1) -> bool:
    span = Span("a.py", Position(line, 1), Position(line, 2))
    finding = Finding("SG101", "a-rule", FaultType.API, Severity.WARNING, 0.9, "Wrong.", span)
    return not Suppressions.of(Document("a.py", text)).filter([finding])


@pytest.mark.parametrize(
    "comment",
    [
        "# seismograd: ignore",
        "# seismograd: ignore for a reason, see SG101",
        "# seismograd: ignore[SG101]",
        "# seismograd: ignore[sg101]",
        "# Seismograd: Ignore [SG7 SG101] (why)",
        "# seismograd: ignore[A-Rule]",
        "# seismograd: ignore-file[sg101]",
        "# seismograd: ignore[SG7  # seismograd: ignore[SG101]",
    ],
)
def test_a_comment_silences(comment: str) -> None:
    assert is_silenced(f"x = 1  {comment}\n")


@pytest.mark.parametrize(
    "comment",
    [
        "# seismograd: ignore[SG7]",
        "# seismograd: ignore[",
        "# seismograd: ignore[SG101",
        "# seismograd: ignore[SG101, SG7",
        "# seismograd: ignore-file[",
        "# seismograd: ignore-file[SG101",
        "# seismograd: ignore[]",
        "# seismograd: ignore[ , ]",
        "# seismograd: ignore SG7",
        "# seismograd: ignore: SG7",
        "# seismograd: ignore-file(SG7)",
        "# seismograd: ignores",
        "# seismograd: ignore-files",
        "# seismograd: ignore-next-line[SG101]",
    ],
)
def test_what_is_not_meant_or_not_clear_silences_nothing(comment: str) -> None:
    assert not is_silenced(f"x = 1  {comment}\n")


@pytest.mark.parametrize(
    "text",
    [
        'x = "# seismograd: ignore"',
        "x = '''\n# seismograd: ignore-file\n'''",
        '"""Usage.\n\n>>> f()  # seismograd: ignore-file\n"""',
        'x = f"""{y}\n# seismograd: ignore-file[SG101]\n"""',
        'def f():\n    r"""# seismograd: ignore-file"""',
        "x = b'# seismograd: ignore' + y",
    ],
)
def test_text_in_a_string_is_no_comment(text: str) -> None:
    assert not is_silenced(text)


def test_a_comment_in_a_field_of_a_string_is_one() -> None:
    assert is_silenced('x = f"""{  # seismograd: ignore\ny}"""')


@pytest.mark.parametrize(
    ("comment", "expected"),
    [
        ("# seismograd: ignore[sg101]", set()),
        ("# seismograd: ignore[sg101, SG9999]", {"SG002"}),
        ("# seismograd: ignore[sg101, SG103]", {"SG001"}),
        ("# seismograd: ignore[SG101", {"SG101", "SG002"}),
        ("# seismograd: ignore[SG9999]", {"SG101", "SG002"}),
        ("# seismograd: ignore[SG9999, sg002, SG101]", set()),
    ],
)
def test_what_is_wrong_with_a_comment_is_reported(comment: str, expected: set[str]) -> None:
    assert codes(TRAINS.replace(SOFTMAX, f"{SOFTMAX}  {comment}")) - {"SG201"} == expected


def notebook(*cells: tuple[str, str]) -> str:
    return json.dumps(
        {
            "nbformat": 4,
            "nbformat_minor": 5,
            "metadata": {},
            "cells": [
                {"cell_type": kind, "source": source, "metadata": {}, "outputs": []}
                for kind, source in cells
            ],
        }
    )


@pytest.mark.parametrize(
    ("comment", "kind", "expected"),
    [
        ("x = 1", "code", {"SG101", "SG201"}),
        ("# seismograd: ignore-file", "code", set()),
        ("# seismograd: ignore-file[sg101]", "code", {"SG201"}),
        ("# seismograd: ignore-file", "markdown", {"SG101", "SG201"}),
        ("# seismograd: ignore-file", "raw", {"SG101", "SG201"}),
        ("%%bash\n# seismograd: ignore-file", "code", {"SG101", "SG201"}),
        ("# seismograd: ignore-file[", "code", {"SG002", "SG101", "SG201"}),
    ],
)
def test_only_code_cells_of_a_notebook_silence_it(
    project: Project, comment: str, kind: str, expected: set[str]
) -> None:
    project.write("a.ipynb", notebook((kind, comment), ("code", TRAINS)))
    found = project.check().json["findings"]
    assert {finding["code"] for finding in found} == expected
