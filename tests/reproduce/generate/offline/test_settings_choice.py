"""Which settings file of a project is meant, and settings made of it."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from seismograd.reproduce.case import Case
from seismograd.reproduce.criteria.criterion import Fingerprint
from seismograd.reproduce.generate.offline.inputs.input_maker import InputMaker
from seismograd.reproduce.generate.offline.inputs.known_settings import settings_files
from seismograd.reproduce.report.parse import parse_report
from tests.reproduce.context.projects import view_of

PROJECT = {
    "configs/large.json": '{"width": 512, "rate": 0.1, "layers": [64, 64], "optim": {"lr": 0.1}}',
    "configs/small.json": '{"width": 8, "rate": 0.3, "layers": [4], "optim": {"lr": 0.01}}',
    "configs/wide.yaml": "width: 1024\nrate: 0.5\nlayers: [128]\noptim:\n  lr: 0.2\n",
    "labels.json": '{"cat": 0, "dog": 1}',
    "fit.py": """
        import json
        import sys

        def build(config):
            return [config["width"]] * len(config["layers"]), config["rate"]

        def fit(config):
            return build(config), config["optim"]["lr"]

        if __name__ == "__main__":
            fit(json.load(open(sys.argv[1])))
        """,
}


@pytest.mark.parametrize(
    ("text", "width"),
    [
        ("I run the small config as it is.", 8),
        ("With configs/large.json it stays at 0.69", 512),
        ("wide.yaml never converges", 1024),
    ],
)
def test_the_file_that_is_spoken_of_goes_first(text: str, width: int, tmp_path: Path) -> None:
    view_of(tmp_path, PROJECT)
    assert settings_files(tmp_path, text)[0]["width"] == width


def test_settings_that_a_function_takes_are_those_of_one_file(tmp_path: Path) -> None:
    made = _argument(tmp_path, "Nothing is learnt with the small config.")
    assert made == {"width": 8, "rate": 0.3, "layers": [4], "optim": {"lr": 0.01}}


def test_settings_of_another_shape_are_not_mixed_up(tmp_path: Path) -> None:
    made = _argument(tmp_path, "Nothing is learnt with the large config.")
    assert made == {"width": 512, "rate": 0.1, "layers": [64, 64], "optim": {"lr": 0.1}}


def test_of_several_settings_classes_the_one_with_the_fields_that_are_read(tmp_path: Path) -> None:
    files = {
        "settings.py": """
            from dataclasses import dataclass

            @dataclass
            class OptimConfig:
                lr: float = 0.1

            @dataclass
            class Config:
                width: int = 4
                depth: int = 2
            """,
        "fit.py": """
            def fit(config):
                return config.width * config.depth
            """,
    }
    view = view_of(tmp_path, files)
    maker = InputMaker(
        Case(parse_report("Title"), tmp_path, Fingerprint((), "learning", 0.5), view)
    )
    builder = maker.builder()
    maker.call(builder, next(s for s in view.symbols if s.name == "fit"))
    assert builder.statements == ["config = Config()"]


def _argument(root: Path, text: str) -> object:
    view = view_of(root, PROJECT)
    maker = InputMaker(Case(parse_report(text), root, Fingerprint((), "learning", 0.5), view))
    builder = maker.builder()
    fit = next(s for s in view.symbols if s.name == "fit")
    assert maker.call(builder, fit) == "fit(config)"
    return ast.literal_eval(builder.statements[-1].removeprefix("config = "))
