"""Values of configuration files are written where they stand, or not at all."""

from __future__ import annotations

import pytest

from seismograd.repair.edits.config_edits import config_edit
from seismograd.repair.parameter import CannotWrite
from seismograd.source.edits import apply_edits
from seismograd.source.evaluate.values import ConfigConst


def _written(
    text: str,
    line: int,
    old: object,
    new: str,
    name: str = "c.yaml",
    arguments: tuple[str, ...] = (),
) -> str:
    value = ConfigConst(old, None, f"/project/{name}", line)
    return apply_edits(text, [config_edit(value, new, lambda path: text, arguments)])


@pytest.mark.parametrize(
    ("text", "line", "old", "new", "expected"),
    [
        ("lr: 0.1\n", 1, 0.1, "0.5", "lr: 0.5\n"),
        ("a:\n  b:\n    lr: 0.1\n    x: 0.1\n", 3, 0.1, "2", "a:\n  b:\n    lr: 2\n    x: 0.1\n"),
        ("{a: 1, lr: 0.1}\n", 1, 0.1, "0.5", "{a: 1, lr: 0.5}\n"),
        ("{a: 1, lr:   0.1 }\n", 1, 0.1, "0.5", "{a: 1, lr:   0.5 }\n"),
        ("lr: 0.1  # not 0.1\n", 1, 0.1, "0.5", "lr: 0.5  # not 0.1\n"),
        ("lr: 0.1\r\nb: 1\r\n", 1, 0.1, "0.5", "lr: 0.5\r\nb: 1\r\n"),
        ("name: 'sgd'\n", 1, "sgd", "adam", "name: 'adam'\n"),
        ('name: "sgd"  # sgd\n', 1, "sgd", "adam", 'name: "adam"  # sgd\n'),
        ("name: sgd\n", 1, "sgd", "adam", "name: adam\n"),
        ("sizes:\n  - 8\n  - 16\n", 3, 16, "32", "sizes:\n  - 8\n  - 32\n"),
        ("sizes: [8, 16]\n", 1, 16, "32", "sizes: [8, 32]\n"),
        ("base: &base 0.1\nlr: *base\n", 1, 0.1, "0.5", "base: &base 0.5\nlr: *base\n"),
        ("a: &a\n  lr: 0.1\nb:\n  <<: *a\n", 2, 0.1, "1", "a: &a\n  lr: 1\nb:\n  <<: *a\n"),
        ("lr: 0.1\n", 1, 0.1, "1e-05", "lr: 1.0e-05\n"),
        ("n: 1_000\n", 1, 1000, "20", "n: 20\n"),
        ("32: 32\n", 1, 32, "64", "32: 64\n"),
        ("flag: yes\nx: true\n", 2, True, "false", "flag: yes\nx: false\n"),
        ("lr:\n  0.1\n", 2, 0.1, "0.5", "lr:\n  0.5\n"),
    ],
)
def test_yaml(text: str, line: int, old: object, new: str, expected: str) -> None:
    assert _written(text, line, old, new) == expected


@pytest.mark.parametrize(
    ("text", "line", "old", "new", "expected"),
    [
        ("lr = 0.1 # 0.1\n", 1, 0.1, "0.5", "lr = 0.5 # 0.1\n"),
        ("[a.b]\nlr=0.1\n", 2, 0.1, "1e-05", "[a.b]\nlr=1e-05\n"),
        ("a = { lr = 0.1, b = 2 }\n", 1, 0.1, "0.5", "a = { lr = 0.5, b = 2 }\n"),
        ('name = "sgd"\n', 1, "sgd", "adam", 'name = "adam"\n'),
        ("a.lr = 0.1\n", 1, 0.1, "0.5", "a.lr = 0.5\n"),
        ("sizes = [8, 16]\n", 1, 16, "32", "sizes = [8, 32]\n"),
    ],
)
def test_toml(text: str, line: int, old: object, new: str, expected: str) -> None:
    assert _written(text, line, old, new, "c.toml") == expected


@pytest.mark.parametrize(
    ("text", "line", "old", "new", "expected"),
    [
        ('{"lr": 0.1}', 1, 0.1, "0.5", '{"lr": 0.5}'),
        ('{\n  "a": {"lr":0.1, "b": "0.1"}\n}', 2, 0.1, "2", '{\n  "a": {"lr":2, "b": "0.1"}\n}'),
        ('{"name" : "sgd#1"}', 1, "sgd#1", "adam", '{"name" : "adam"}'),
    ],
)
def test_json(text: str, line: int, old: object, new: str, expected: str) -> None:
    assert _written(text, line, old, new, "c.json") == expected


@pytest.mark.parametrize(
    ("text", "line", "old", "name"),
    [
        ("{a: 0.1, lr: 0.1}\n", 1, 0.1, "c.yaml"),
        ("sizes: [16, 16]\n", 1, 16, "c.yaml"),
        ("lr: 0.1\n", 1, 0.2, "c.yaml"),
        ("lr: '0.1'\n", 1, 0.1, "c.yaml"),
        ("sizes = [\n  16,\n  16,\n]\n", 1, 16, "c.toml"),
        ("sizes = [16,\n  16,\n]\n", 1, 16, "c.toml"),
        ('{"a": 1, "b": 1}', 1, 1, "c.json"),
        ("lr: 0.1\n", 7, 0.1, "c.yaml"),
        ("lr: 0.1\n", 1, 0.1, "c.ini"),
    ],
)
def test_unclear_places_are_refused(text: str, line: int, old: object, name: str) -> None:
    with pytest.raises(CannotWrite):
        _written(text, line, old, "5", name)


def test_value_of_the_command_line_is_refused() -> None:
    with pytest.raises(CannotWrite, match=r"the command line gives optim\.lr=1"):
        _written("lr: 0.1\n", 1, 0.1, "5", arguments=("optim.lr=1",))
    assert _written("lr: 0.1\n", 1, 0.1, "5", arguments=("optim.decay=1",)) == "lr: 5\n"
