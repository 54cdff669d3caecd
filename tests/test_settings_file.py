from __future__ import annotations

from pathlib import Path

import pytest

from seismograd.faults import Severity
from seismograd.settings import DEFAULT_EXCLUDE, Settings
from seismograd.settings_file import load_settings, merge_settings, read_settings


def _write(folder: Path, text: str | bytes) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "pyproject.toml"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def test_the_nearest_file_with_the_table_counts(tmp_path: Path) -> None:
    outer = _write(tmp_path, '[tool.seismograd]\nselect = ["SG1"]\n')
    _write(tmp_path / "a", "[project]\nname = 'a'\n")
    inner = _write(tmp_path / "a" / "b", '[tool.seismograd]\nselect = ["SG2"]\n')
    assert read_settings(tmp_path / "a")[:2] == (Settings(select=("SG1",)), outer)
    assert read_settings(tmp_path / "a" / "b" / "c")[:2] == (Settings(select=("SG2",)), inner)


def test_every_setting_can_be_set(tmp_path: Path) -> None:
    _write(
        tmp_path,
        """
        [tool.seismograd]
        select = ["SG1"]
        ignore = ["SG101"]
        preview = true
        exclude = ["old"]
        python = ".venv/bin/python"
        sandbox = "docker"
        gpu = true
        entry = "train.py"
        severity = { SG102 = "hint", my-rule = "ERROR" }
        limits = { wall = 60 }
        llm = { provider = "anthropic", model = "m", base-url = "http://localhost" }
        """,
    )
    assert load_settings(tmp_path) == (
        Settings(
            select=("SG1",),
            ignore=("SG101",),
            severity={"SG102": Severity.HINT, "my-rule": Severity.ERROR},
            preview=True,
            exclude=(*DEFAULT_EXCLUDE, "old"),
            python=".venv/bin/python",
            sandbox="docker",
            gpu=True,
            limits={"wall": 60.0},
            llm={"provider": "anthropic", "model": "m", "baseUrl": "http://localhost"},
            entry="train.py",
        ),
        [],
    )


@pytest.mark.parametrize(
    ("overrides", "problem"),
    [
        ({"selct": []}, "unknown setting 'selct'; did you mean 'select'?"),
        ({"zzz": 1}, "unknown setting 'zzz'"),
        ({"select": "SG1"}, "setting 'select' must be a list of strings, not 'SG1'"),
        ({"select": [1]}, "setting 'select' must be a list of strings, not [1]"),
        ({"gpu": "yes"}, "setting 'gpu' must be true or false, not 'yes'"),
        ({"python": 3}, "setting 'python' must be a string, not 3"),
        (
            {"sandbox": "jail"},
            "setting 'sandbox' must be one of auto, docker, bubblewrap, process, not 'jail'",
        ),
        ({"severity": "error"}, "setting 'severity' must be a table, not 'error'"),
        (
            {"severity": {"SG1": "bad"}},
            "setting 'severity.SG1' must be one of error, warning, info, hint, not 'bad'",
        ),
        (
            {"limits": {"wall": True}},
            "setting 'limits.wall' must be a number, 0 for no limit, not True",
        ),
        ({"llm.modle": "x"}, "unknown setting 'llm.modle'; did you mean 'model'?"),
    ],
    ids=str,
)
def test_each_mistake_has_its_message_and_changes_nothing(
    overrides: dict[str, object], problem: str
) -> None:
    assert merge_settings(Settings(), overrides) == (Settings(), [problem])


def test_names_may_be_nested_dotted_or_in_another_case() -> None:
    expected = Settings(llm={"baseUrl": "u", "model": "m"})
    assert merge_settings(Settings(), {"llm.baseUrl": "u", "llm": {"model": "m"}})[0] == expected
    assert merge_settings(Settings(), {"llm": {"base_url": "u", "MODEL": "m"}})[0] == expected


def test_tables_are_merged_and_none_is_not_set() -> None:
    base = Settings(severity={"SG1": Severity.HINT}, python="py")
    merged, problems = merge_settings(base, {"severity": {"SG2": "info"}, "python": None})
    assert problems == []
    assert merged.python == "py"
    assert merged.severity == {"SG1": Severity.HINT, "SG2": Severity.INFO}


@pytest.mark.parametrize("content", ["[tool.seismograd\n", b"\xff\xfe", "[tool]\nseismograd = 3\n"])
def test_a_broken_file_is_named_and_the_search_goes_on(
    tmp_path: Path, content: str | bytes
) -> None:
    _write(tmp_path, '[tool.seismograd]\nselect = ["SG1"]\n')
    broken = _write(tmp_path / "a", content)
    settings, problems = load_settings(tmp_path / "a")
    assert settings.select == ("SG1",)
    assert len(problems) == 1
    assert problems[0].startswith(str(broken))


def test_a_folder_that_does_not_exist_has_the_settings_of_its_parent(tmp_path: Path) -> None:
    _write(tmp_path, "[tool.seismograd]\ngpu = true\n")
    assert load_settings(tmp_path / "no" / "such")[0].gpu
