"""Values of configuration files are written where they stand, or not at all."""

from __future__ import annotations

import pytest

from seismograd.repair.edits.config_edits import config_edit
from seismograd.repair.edits.config_leaves import leaves_of, syntax_of
from seismograd.repair.parameter import CannotWrite
from seismograd.source.edits import apply_edits
from seismograd.source.evaluate.values import ConfigConst

Keys = tuple[object, ...]


def _written(
    text: str,
    line: int,
    keys: Keys,
    new: str,
    name: str = "c.yaml",
    arguments: tuple[str, ...] = (),
) -> str:
    syntax = syntax_of(name)
    leaves = leaves_of(text, syntax) if syntax is not None else None
    old = leaves[keys] if leaves is not None else 0.1
    value = ConfigConst(old, None, f"/project/{name}", line, keys)
    return apply_edits(text, [config_edit(value, new, lambda path: text, arguments)])


@pytest.mark.parametrize(
    ("text", "line", "keys", "new", "expected"),
    [
        ("lr: 0.1\n", 1, ("lr",), "0.5", "lr: 0.5\n"),
        ("a:\n  b:\n    lr: 0.1\n", 3, ("a", "b", "lr"), "2", "a:\n  b:\n    lr: 2\n"),
        ("{a: 1, lr: 0.1}\n", 1, ("lr",), "0.5", "{a: 1, lr: 0.5}\n"),
        ("{a: 1, lr:   0.1 }\n", 1, ("lr",), "0.5", "{a: 1, lr:   0.5 }\n"),
        ("{a: 0.1, lr: 0.1}\n", 1, ("lr",), "0.5", "{a: 0.1, lr: 0.5}\n"),
        ("lr: 0.1  # not 0.1\n", 1, ("lr",), "0.5", "lr: 0.5  # not 0.1\n"),
        ("lr: 0.1\r\nb: 1\r\n", 1, ("lr",), "0.5", "lr: 0.5\r\nb: 1\r\n"),
        ("name: 'sgd'\n", 1, ("name",), "adam", "name: 'adam'\n"),
        ('name: "sgd"  # sgd\n', 1, ("name",), '"adam"', 'name: "adam"  # sgd\n'),
        ("name: sgd\n", 1, ("name",), "adam", "name: adam\n"),
        ("sizes:\n  - 8\n  - 16\n", 3, ("sizes", 1), "32", "sizes:\n  - 8\n  - 32\n"),
        ("sizes: [16, 16]\n", 1, ("sizes", 1), "32", "sizes: [16, 32]\n"),
        ("base: &b 0.1\nlr: *b\n", 1, ("base",), "0.5", "base: &b 0.5\nlr: *b\n"),
        ("a: &a\n  lr: 0.1\nb:\n  <<: *a\n", 2, ("a", "lr"), "1", "a: &a\n  lr: 1\nb:\n  <<: *a\n"),
        ("lr: 0.1\n", 1, ("lr",), "1e-05", "lr: 1.0e-05\n"),
        ("n: 1_000\n", 1, ("n",), "20", "n: 20\n"),
        ("32: 32\n", 1, (32,), "64", "32: 64\n"),
        ("shuffle: no\nx: true\n", 1, ("shuffle",), "True", "shuffle: true\nx: true\n"),
        ("x: True\n", 1, ("x",), "False", "x: false\n"),
        ("{x: 1, flag: true}\n", 1, ("flag",), "False", "{x: 1, flag: false}\n"),
        ("norm: ~\n", 1, ("norm",), '"batch"', "norm: batch\n"),
        ("lr:\n  0.1\n", 2, ("lr",), "0.5", "lr:\n  0.5\n"),
    ],
)
def test_yaml(text: str, line: int, keys: Keys, new: str, expected: str) -> None:
    assert _written(text, line, keys, new) == expected


@pytest.mark.parametrize(
    ("text", "line", "keys", "new", "expected"),
    [
        ("lr = 0.1 # 0.1\n", 1, ("lr",), "0.5", "lr = 0.5 # 0.1\n"),
        ("[a.b]\nlr=0.1\n", 2, ("a", "b", "lr"), "1e-05", "[a.b]\nlr=1e-05\n"),
        ("a = { lr = 0.1, b = 2 }\n", 1, ("a", "lr"), "0.5", "a = { lr = 0.5, b = 2 }\n"),
        ('name = "sgd"\n', 1, ("name",), "adam", 'name = "adam"\n'),
        ("a.lr = 0.1\n", 1, ("a", "lr"), "0.5", "a.lr = 0.5\n"),
        ("sizes = [8, 16]\n", 1, ("sizes", 1), "32", "sizes = [8, 32]\n"),
        ("shuffle = false\n", 1, ("shuffle",), "True", "shuffle = true\n"),
        ("a = { x = false, y = false }\n", 1, ("a", "y"), "True", "a = { x = false, y = true }\n"),
        ("clip = false\n", 1, ("clip",), '"norm"', 'clip = "norm"\n'),
    ],
)
def test_toml(text: str, line: int, keys: Keys, new: str, expected: str) -> None:
    assert _written(text, line, keys, new, "c.toml") == expected


@pytest.mark.parametrize(
    ("text", "line", "keys", "new", "expected"),
    [
        ('{"lr": 0.1}', 1, ("lr",), "0.5", '{"lr": 0.5}'),
        ('{\n "a": {"lr":0.1, "b": "0.1"}}', 2, ("a", "lr"), "2", '{\n "a": {"lr":2, "b": "0.1"}}'),
        ('{"name" : "sgd#1"}', 1, ("name",), "adam", '{"name" : "adam"}'),
        ('{"rate": "0.1"}', 1, ("rate",), "0.5", '{"rate": "0.5"}'),
        ('{"shuffle": false}', 1, ("shuffle",), "True", '{"shuffle": true}'),
        ('{"a": false, "b": false}', 1, ("b",), "True", '{"a": false, "b": true}'),
        ('{"a": {"n": 6}, "n": 6}', 1, ("a", "n"), "12", '{"a": {"n": 12}, "n": 6}'),
        ('{"clip": 1.0}', 1, ("clip",), "None", '{"clip": null}'),
        ('{"clip": null}', 1, ("clip",), "1.0", '{"clip": 1.0}'),
        ('{"init": null}', 1, ("init",), '"he_normal"', '{"init": "he_normal"}'),
    ],
)
def test_json(text: str, line: int, keys: Keys, new: str, expected: str) -> None:
    assert _written(text, line, keys, new, "c.json") == expected


@pytest.mark.parametrize(
    ("text", "line", "keys", "new", "name"),
    [
        ("lr: '0.1'\nx: 0.1\n", 1, ("x",), "5", "c.yaml"),
        ("sizes = [\n  16,\n  16,\n]\n", 1, ("sizes", 1), "5", "c.toml"),
        ("sizes = [16,\n  16,\n]\n", 1, ("sizes", 1), "5", "c.toml"),
        ("lr: 0.1\n", 7, ("lr",), "5", "c.yaml"),
        ("lr: 0.1\n", 1, ("lr",), "5", "c.ini"),
        ("clip = 1.0\n", 1, ("clip",), "None", "c.toml"),
        ('{"loss": "mse"}', 1, ("loss",), "nn.MSELoss()", "c.json"),
        ('{"weights": "balanced"}', 1, ("weights",), "{0: 1.0}", "c.json"),
        ('{"optimizer": null}', 1, ("optimizer",), "adam", "c.json"),
    ],
)
def test_what_is_unclear_or_cannot_be_written_is_refused(
    text: str, line: int, keys: Keys, new: str, name: str
) -> None:
    with pytest.raises(CannotWrite):
        _written(text, line, keys, new, name)


def test_value_of_the_command_line_is_refused() -> None:
    with pytest.raises(CannotWrite, match=r"the command line gives optim\.lr=1"):
        _written("lr: 0.1\n", 1, ("lr",), "5", arguments=("optim.lr=1",))
    assert _written("lr: 0.1\n", 1, ("lr",), "5", arguments=("optim.decay=1",)) == "lr: 5\n"
