from __future__ import annotations

from textwrap import dedent

import pytest

from seismograd.reproduce.generate.with_model.habits import without_habits

TRY = """
try:
    exercise()
except RuntimeError as error:
    {handler}
print("NOT REPRODUCED")
"""


def handled(*lines: str) -> str:
    return TRY.format(handler="\n    ".join(lines))


def test_annotated_constants_become_plain_ones() -> None:
    script = 'SIZE: tuple[int, int] = (32, 64)  # wide\nBATCH: "int" = 2\nx: int\n'
    assert without_habits(script) == "SIZE = (32, 64)  # wide\nBATCH = 2\nx: int\n"


@pytest.mark.parametrize(
    "lines",
    [
        ('print(f"REPRODUCED: {error}")', "sys.exit(1)"),
        ('print("REPRODUCED: it fails")', "raise SystemExit(1)"),
        ('print("REPRODUCED: it fails")', 'raise AssertionError("it fails") from error'),
        ('print("REPRODUCED: it fails")', "return 1"),
        ('sys.exit(f"REPRODUCED: {error}")',),
        ('raise SystemExit(f"REPRODUCED: {error}")',),
    ],
)
def test_what_is_caught_and_told_ends_the_run_itself(lines: tuple[str, ...]) -> None:
    assert without_habits(handled(*lines)) == handled(*lines[:-1], "raise")


@pytest.mark.parametrize(
    "lines",
    [
        ('print("REPRODUCED: it fails")', "failed = True"),
        ("failed = True", 'print(f"REPRODUCED: {error}")'),
        ('print("REPRODUCED: it fails")',),
    ],
)
def test_what_is_caught_and_noted_down_goes_on(lines: tuple[str, ...]) -> None:
    assert without_habits(handled(*lines)) == handled(*lines, "raise")


def test_within_a_condition_as_well() -> None:
    lines = [
        'if "size" in str(error):',
        '    print("REPRODUCED: sizes")',
        "    sys.exit(1)",
        "raise",
    ]
    changed = without_habits(handled(*lines))
    assert "        raise\n    raise\n" in changed
    assert "sys.exit" not in changed


@pytest.mark.parametrize(
    "lines",
    [
        ('print("REPRODUCED: it fails")', "raise"),
        ('print("NOT REPRODUCED")', "sys.exit(0)"),
        ('print("another error")', "sys.exit(2)"),
        ('print("REPRODUCED: it fails"); sys.exit(1)',),
        ('print("REPRODUCED: it fails")', "sys.exit(status)"),
    ],
)
def test_anything_else_stays_as_it_is(lines: tuple[str, ...]) -> None:
    assert without_habits(handled(*lines)) == handled(*lines)


def test_a_verdict_of_the_script_itself_is_left_alone() -> None:
    script = dedent("""
        try:
            assert close
        except AssertionError as error:
            print(f"REPRODUCED: {error}")
            sys.exit(1)
    """)
    assert without_habits(script) == script
    assert without_habits("def f(:") == "def f(:"
