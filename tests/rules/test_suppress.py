from __future__ import annotations

import pytest

from seismograd.faults import FaultType, Finding, Position, Severity, Span
from seismograd.rules.suppress import suppress_in_file, suppress_on_line
from seismograd.rules.suppression import Suppressions
from seismograd.source.document import Document
from seismograd.source.edits import apply_edits


def finding(line: int, code: str = "SG101") -> Finding:
    span = Span("a.py", Position(line, 1), Position(line, 2))
    return Finding(code, "a-rule", FaultType.API, Severity.WARNING, 0.9, "Wrong.", span)


@pytest.mark.parametrize(
    ("text", "line", "expected"),
    [
        ("x = 1\n", 1, "x = 1  # seismograd: ignore[SG101]\n"),
        ("x = 1   \r\ny\r\n", 1, "x = 1  # seismograd: ignore[SG101]\r\ny\r\n"),
        ("x = 1  # noqa\n", 1, "x = 1  # noqa  # seismograd: ignore[SG101]\n"),
        ("f(\n  1,\n)", 2, "f(\n  1,  # seismograd: ignore[SG101]\n)"),
        ("x  # seismograd: ignore[SG7]", 1, "x  # seismograd: ignore[SG7, SG101]"),
        ("x #seismograd:ignore[SG7] (why)", 1, "x # seismograd: ignore[SG7, SG101] (why)"),
        ('s = "😀"', 1, 's = "😀"  # seismograd: ignore[SG101]'),
        ('s = """a\nb"""\n', 2, 's = """a\nb"""  # seismograd: ignore[SG101]\n'),
    ],
)
def test_a_line_is_silenced_and_nothing_else_changes(text: str, line: int, expected: str) -> None:
    document = Document("a.py", text)
    edit = suppress_on_line(document, finding(line))
    assert edit is not None
    assert apply_edits(text, [edit]) == expected
    assert Suppressions.of(Document("a.py", expected)).filter([finding(line)]) == []


@pytest.mark.parametrize(
    ("text", "line"), [('s = """a\nb"""\n', 1), ("x = 1 + \\\n  2\n", 1), ("x", 7)]
)
def test_no_comment_is_put_where_it_would_not_be_one(text: str, line: int) -> None:
    assert suppress_on_line(Document("a.py", text), finding(line)) is None


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('"""Doc."""\n', '# seismograd: ignore-file[SG101]\n"""Doc."""\n'),
        (
            "#!/usr/bin/env python\n# -*- coding: utf-8 -*-\nx\n",
            "#!/usr/bin/env python\n# -*- coding: utf-8 -*-\n# seismograd: ignore-file[SG101]\nx\n",
        ),
        ("# seismograd: ignore-file[SG7]\nx", "# seismograd: ignore-file[SG7, SG101]\nx"),
        ("x\r\ny\r\n", "# seismograd: ignore-file[SG101]\r\nx\r\ny\r\n"),
    ],
)
def test_a_file_is_silenced(text: str, expected: str) -> None:
    edit = suppress_in_file(Document("a.py", text), finding(1))
    assert apply_edits(text, [edit]) == expected
    assert Suppressions.of(Document("a.py", expected)).filter([finding(2)]) == []
