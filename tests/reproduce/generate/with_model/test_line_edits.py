from __future__ import annotations

from pathlib import Path

import pytest

from seismograd.llm import Malformed
from seismograd.reproduce.candidate import Patch
from seismograd.reproduce.generate.with_model.line_edits import Edit, edited, fitted_patches
from tests.reproduce.generate.with_model.small_case import make_case

SOURCE = "a\nb\nc\nd\n"


@pytest.mark.parametrize(
    ("edits", "after"),
    [
        ([Edit(2, 3, ("x",))], "a\nx\nd\n"),
        ([Edit(1, 0, ("x", "y"))], "x\ny\na\nb\nc\nd\n"),
        ([Edit(5, 4, ("x",))], "a\nb\nc\nd\nx\n"),
        ([Edit(2, 2, ())], "a\nc\nd\n"),
        ([Edit(4, 4, ("y",)), Edit(1, 1, ("x", "x"))], "x\nx\nb\nc\ny\n"),
        ([Edit(2, 1, ("new",)), Edit(2, 2, ("B",))], "a\nnew\nB\nc\nd\n"),
        ([Edit(1, 4, ("only",))], "only\n"),
    ],
)
def test_ranges_of_lines_are_replaced_as_they_were_numbered(edits: list[Edit], after: str) -> None:
    assert edited(SOURCE, edits) == after


@pytest.mark.parametrize(
    "edits",
    [
        [Edit(0, 1, ())],
        [Edit(3, 9, ())],
        [Edit(6, 6, ("x",))],
        [Edit(4, 2, ("x",))],
        [Edit(-3, -1, ())],
        [Edit(1, 3, ("x",)), Edit(2, 4, ("y",))],
        [Edit(2, 2, ("x",)), Edit(2, 2, ("y",))],
    ],
)
def test_edits_that_fit_nowhere_are_malformed(edits: list[Edit]) -> None:
    with pytest.raises(Malformed):
        edited(SOURCE, edits)


@pytest.mark.parametrize("first", [1, 2, 3, 4])
def test_an_edit_finds_the_line_that_it_means(first: int) -> None:
    moved = Edit(first, first, ("x",), was=" c ")
    assert edited(SOURCE, [moved]) == "a\nb\nx\nd\n"


def test_a_line_that_is_nowhere_or_everywhere_is_not_looked_for() -> None:
    assert edited(SOURCE, [Edit(2, 2, ("x",), was="nowhere")]) == "a\nx\nc\nd\n"
    with pytest.raises(Malformed, match="stands in line 1, 3"):
        edited("a\nb\na\n", [Edit(2, 2, ("x",), was="a")])
    with pytest.raises(Malformed, match="stands in line 9"):
        edited("b\n" * 8 + "a\n", [Edit(1, 1, ("x",), was="a")])


SOUND = "        return x"


@pytest.mark.parametrize("text", [SOUND, "return x", "    return x", f"{SOUND}\n"])
def test_indentation_is_made_to_fit(tmp_path: Path, text: str) -> None:
    make_case(tmp_path)
    (patch,), troubles = fitted_patches([Patch("model.py", 6, 6, text)], tmp_path)
    assert patch.text.rstrip("\n") == SOUND
    assert troubles == []


@pytest.mark.parametrize(
    ("patch", "words"),
    [
        (Patch("model.py", 6, 9, SOUND), "it has 6"),
        (Patch("model.py", 0, 1, SOUND), "it has 6"),
        (Patch("other.py", 1, 1, SOUND), "no such file"),
        (Patch("../outside.py", 1, 1, "x = 1"), "no such file"),
        (Patch("model.py", 6, 6, "return return"), "does not parse"),
    ],
)
def test_what_cannot_be_applied_is_told(tmp_path: Path, patch: Patch, words: str) -> None:
    root = tmp_path / "project"
    root.mkdir()
    (tmp_path / "outside.py").write_text("x = 2\n")
    make_case(root)
    sound, (trouble,) = fitted_patches([patch], root)
    assert sound == []
    assert words in trouble


@pytest.mark.parametrize("file", ["model.py", "pack/model.py", "src/pack/model.py"])
def test_a_file_is_known_by_its_end(tmp_path: Path, file: str) -> None:
    (tmp_path / "src" / "pack").mkdir(parents=True)
    make_case(tmp_path / "src" / "pack")
    (patch,), troubles = fitted_patches([Patch(file, 6, 6, SOUND)], tmp_path)
    assert (patch.file, troubles) == ("src/pack/model.py", [])


def test_a_file_that_could_be_two_is_none(tmp_path: Path) -> None:
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        make_case(tmp_path / name)
    assert fitted_patches([Patch("model.py", 6, 6, SOUND)], tmp_path)[0] == []


def test_settings_need_not_be_python(tmp_path: Path) -> None:
    (tmp_path / "config.yaml").write_text("rate: 1e-3\nlayers: [1, 2\n")
    assert fitted_patches([Patch("config.yaml", 1, 1, "rate: 0.001")], tmp_path)[1] == []
