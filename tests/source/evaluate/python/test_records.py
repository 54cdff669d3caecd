from __future__ import annotations

import pytest

from seismograd.source.evaluate.values import Object

DATACLASS = """
from dataclasses import dataclass, field, replace, asdict
from typing import ClassVar, NamedTuple
@dataclass
class Base:
    lr: float = 0.1
    sizes: list = field(default_factory=lambda: [1, 2])
    kind: ClassVar[str] = "k"
@dataclass
class Config(Base):
    width: int = field(default=64)
    area: int = field(init=False)
    name: str = "n"
    def __post_init__(self):
        self.area = self.width ** 2
    @property
    def double(self):
        return self.width * 2
class Point(NamedTuple):
    x: int
    y: int = 5
"""
CASES = [
    ("Config().lr", 0.1),
    ("Config(0.5).lr", 0.5),
    ("Config(lr=0.5).lr", 0.5),
    ("Config().sizes", [1, 2]),
    ("Config(0.1, [3], 32).width", 32),
    ("Config(0.1, [3], 32, 'm').name", "m"),
    ("Config().area", 4096),
    ("Config(width=3).area", 9),
    ("Config(width=3).double", 6),
    ("Config.kind", "k"),
    ("Config().kind", "k"),
    ("replace(Config(), width=8).width", 8),
    ("replace(Config(lr=3), width=8).lr", 3),
    ("asdict(Base(lr=2))", {"lr": 2, "sizes": [1, 2]}),
    ("Point(1).y", 5),
    ("Point(1, 2).x", 1),
    ("list(Point(1, 2))", [1, 2]),
    ("Point(1, 2)[1]", 2),
    ("Point(1)._replace(x=9).x", 9),
    ("Config(**{'width': 7}).width", 7),
    ("Config(**unknown).width", 64),
]


@pytest.mark.parametrize(("expression", "expected"), CASES)
def test_dataclass(evaluate, expression, expected):
    assert evaluate(f"{DATACLASS}\nx = {expression}").plain("x") == expected


def test_defaults_are_soft_where_arguments_are_not_known(evaluate):
    assert evaluate(f"{DATACLASS}\nx = Config(**unknown).width")["x"].soft
    assert not evaluate(f"{DATACLASS}\nx = Config().width")["x"].soft


def test_each_instance_has_its_own_default_list(evaluate):
    found = evaluate(f"{DATACLASS}\na = Base(); a.sizes.append(3)\nx = Base().sizes")
    assert found.plain("x") == [1, 2]


OTHERS = [
    ("types.SimpleNamespace(a=1).a", 1),
    ("types.SimpleNamespace(**{'a': 1}).a", 1),
    ("argparse.Namespace(lr=3).lr", 3),
    ("EasyDict({'a': {'b': 2}}).a.b", 2),
    ("OmegaConf.create({'a': {'b': 2}}).a.b", 2),
    ("OmegaConf.create('a: {b: 2}').a.b", 2),
    ("OmegaConf.merge({'a': 1, 'b': 1}, {'b': 2}).b", 2),
    ("OmegaConf.merge({'a': 1}, OmegaConf.from_cli()).a", 1),
    ("OmegaConf.create({'a': 1})['a']", 1),
]


@pytest.mark.parametrize(("expression", "expected"), OTHERS)
def test_namespaces(evaluate, expression, expected):
    code = (
        "import types, argparse\nfrom easydict import EasyDict\nfrom omegaconf import OmegaConf\n"
    )
    assert evaluate(f"{code}x = {expression}").plain("x") == expected


def test_overrides_from_the_command_line_make_values_soft(evaluate):
    found = evaluate(
        """
        from omegaconf import OmegaConf
        x = OmegaConf.merge({"a": 1}, OmegaConf.from_cli()).a
        """
    )
    assert found["x"].soft


def test_yacs_nodes(evaluate):
    found = evaluate(
        """
        from yacs.config import CfgNode as CN
        _C = CN()
        _C.MODEL = CN()
        _C.MODEL.WIDTH = 64
        def get(): return _C.clone()
        cfg = get()
        before = cfg.MODEL.WIDTH
        cfg.merge_from_list(unknown)
        x = cfg.MODEL.WIDTH
        """
    )
    assert found.plain("before") == 64
    assert not found["before"].soft
    assert found.plain("x") == 64
    assert found["x"].soft


def test_arguments_parsed_into_dataclasses_are_soft(evaluate):
    found = evaluate(
        f"{DATACLASS}\nfrom transformers import HfArgumentParser\n"
        "a, b = HfArgumentParser((Base, Config)).parse_args_into_dataclasses()\n"
        "x = (a.lr, b.width)\n"
        "import tyro\ny = tyro.cli(Config).width"
    )
    assert found.plain("x") == (0.1, 64)
    assert all(item.soft for item in found["x"].items)
    assert found["y"].soft


ENUM = """
from enum import Enum, IntEnum, auto
class Mode(Enum):
    TRAIN = "train"
    TEST = "test"
    @classmethod
    def default(cls):
        return cls.TRAIN
    @property
    def short(self):
        return self.value[0]
class Level(IntEnum):
    LOW = auto()
    HIGH = auto()
"""
ENUMS = [
    ("Mode.TRAIN.value", "train"),
    ("Mode.TRAIN.name", "TRAIN"),
    ("Mode.TRAIN == Mode.TRAIN", True),
    ("Mode.TRAIN is Mode.TEST", False),
    ("Mode.default().value", "train"),
    ("Mode('test').name", "TEST"),
    ("Mode['TEST'].value", "test"),
    ("Level.HIGH + 1", 3),
    ("[m.value for m in Mode]", ["train", "test"]),
    ("Mode.TRAIN.short", "t"),
]


@pytest.mark.parametrize(("expression", "expected"), ENUMS)
def test_enum(evaluate, expression, expected):
    assert evaluate(f"{ENUM}\nx = {expression}").plain("x") == expected


def test_namespace_objects_keep_their_call(evaluate):
    found = evaluate("from types import SimpleNamespace\nx = SimpleNamespace(a=1)")["x"]
    assert isinstance(found, Object)
    assert found.path == "types.SimpleNamespace"
