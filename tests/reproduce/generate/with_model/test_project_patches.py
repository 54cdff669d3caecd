from __future__ import annotations

from pathlib import Path

import pytest

from seismograd.reproduce.candidate import Patch
from seismograd.reproduce.generate.with_model.project_patches import fitted
from tests.reproduce.generate.with_model.small_case import make_case

SOUND = "        return x"


@pytest.mark.parametrize("text", [SOUND, "return x", "    return x", f"{SOUND}\n"])
def test_indentation_is_made_to_fit(tmp_path: Path, text: str) -> None:
    make_case(tmp_path)
    (patch,), troubles = fitted([Patch("model.py", 6, 6, text)], tmp_path)
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
    sound, (trouble,) = fitted([patch], root)
    assert sound == []
    assert words in trouble


@pytest.mark.parametrize("file", ["model.py", "pack/model.py", "src/pack/model.py"])
def test_a_file_is_known_by_its_end(tmp_path: Path, file: str) -> None:
    (tmp_path / "src" / "pack").mkdir(parents=True)
    make_case(tmp_path / "src" / "pack")
    (patch,), troubles = fitted([Patch(file, 6, 6, SOUND)], tmp_path)
    assert (patch.file, troubles) == ("src/pack/model.py", [])


def test_a_file_that_could_be_two_is_none(tmp_path: Path) -> None:
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        make_case(tmp_path / name)
    assert fitted([Patch("model.py", 6, 6, SOUND)], tmp_path)[0] == []


def test_settings_need_not_be_python(tmp_path: Path) -> None:
    (tmp_path / "config.yaml").write_text("rate: 1e-3\nlayers: [1, 2\n")
    assert fitted([Patch("config.yaml", 1, 1, "rate: 0.001")], tmp_path)[1] == []
