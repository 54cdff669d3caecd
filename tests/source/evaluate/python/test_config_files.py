from __future__ import annotations

import os

import pytest

from seismograd.source.evaluate.values import ConfigConst

FILES = {
    "conf/a.yaml": "lr: 0.1\nmodel:\n  width: 64\n  sizes: [1, 2]\nscale: 1e-3\n",
    "a.json": '{\n  "lr": 0.1,\n  "model": {\n    "width": 64\n  }\n}\n',
    "a.toml": "lr = 0.1\n[model]\nwidth = 64\n",
}
IMPORTS = """
import json, os, tomllib, toml, yaml
from pathlib import Path
from omegaconf import OmegaConf
HERE = os.path.dirname(os.path.abspath(__file__))
"""
LOADS = [
    "yaml.safe_load(open('conf/a.yaml'))",
    "yaml.load(open('conf/a.yaml'), Loader=yaml.FullLoader)",
    "yaml.safe_load(open(os.path.join(HERE, 'conf', 'a.yaml')))",
    "yaml.safe_load(open(os.path.join(HERE, 'conf/a.yaml')).read())",
    "yaml.safe_load(Path('conf/a.yaml').read_text())",
    "yaml.safe_load((Path(__file__).parent / 'conf' / 'a.yaml').open())",
    "yaml.safe_load(open(Path(__file__).resolve().parent / 'conf/a.yaml', 'r'))",
    "OmegaConf.load('conf/a.yaml')",
    "json.load(open('a.json'))",
    "json.loads(Path('a.json').read_text())",
    "json.loads(open('a.json').read())",
    "tomllib.load(open('a.toml', 'rb'))",
    "tomllib.loads(Path('a.toml').read_text())",
    "toml.load('a.toml')",
]


@pytest.mark.parametrize("load", LOADS)
def test_load(project, load):
    main = f"{IMPORTS}cfg = {load}\nlr = cfg['lr']\nwidth = cfg['model']['width']\n"
    found = project({**FILES, "main.py": main})
    assert (found.plain("lr"), found.plain("width")) == (0.1, 64)
    lr, width = found["lr"], found["width"]
    assert isinstance(lr, ConfigConst)
    assert lr.soft
    assert lr.place.span.start.line == 6
    assert os.path.basename(width.file).startswith("a.")
    assert (lr.line, width.line) in {(1, 3), (2, 4)}
    assert list(found.interpreter.files) == [lr.file]


def test_a_file_opened_in_a_with_statement(project):
    main = f"{IMPORTS}with open('conf/a.yaml') as f:\n    cfg = yaml.safe_load(f)\nx = cfg['lr']"
    assert project({**FILES, "main.py": main}).plain("x") == 0.1


def test_a_path_that_is_an_option(project):
    main = """
    import argparse, yaml
    p = argparse.ArgumentParser()
    p.add_argument("--config", default="conf/a.yaml")
    args = p.parse_args()
    with open(args.config) as f:
        cfg = yaml.safe_load(f)
    x = cfg["model"]["sizes"]
    """
    assert project({**FILES, "main.py": main}).plain("x") == [1, 2]


def test_paths_are_found_from_the_root_too(project):
    main = f"{IMPORTS}x = yaml.safe_load(open('conf/a.yaml'))['lr']"
    assert project({**FILES, "scripts/main.py": main}, "scripts/main.py").plain("x") == 0.1


def test_yaml_keeps_its_own_rules_for_numbers(project):
    main = f"{IMPORTS}x = yaml.safe_load(open('conf/a.yaml'))['scale']"
    assert project({**FILES, "main.py": main}).plain("x") == "1e-3"


def test_as_keyword_arguments_and_namespaces(project):
    main = f"""{IMPORTS}
from argparse import Namespace
cfg = yaml.safe_load(open('conf/a.yaml'))
def build(width, sizes): return width
x = build(**cfg['model'])
y = Namespace(**cfg).lr
z = OmegaConf.load('conf/a.yaml').model.width
"""
    found = project({**FILES, "main.py": main})
    assert [found.plain(name) for name in "xyz"] == [64, 0.1, 64]


BAD = [
    "a: [1, 2",
    "a: !!python/object/apply:os.system ['true']",
    "\x00\x01",
    "a: &a [*a]",
    "",
    "- 1\n- 2",
    "? [1, 2]\n: 3",
    "{[1]: 2}",
]


@pytest.mark.parametrize("text", BAD)
def test_bad_yaml_is_unknown(project, text):
    main = "import yaml\nx = yaml.safe_load(open('b.yaml'))['a']"
    assert project({"b.yaml": text, "main.py": main}).plain("x") == "?"


def test_an_alias_bomb_is_unknown(project):
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x]"]
    lines += [f"a{i}: &a{i} [{', '.join([f'*a{i - 1}'] * 9)}]" for i in range(1, 12)]
    main = "import yaml\nx = yaml.safe_load(open('b.yaml'))['a0']"
    assert project({"b.yaml": "\n".join(lines), "main.py": main}).plain("x") == "?"


def test_merge_keys(project):
    text = "base: &b {lr: 1, w: 2}\nmine:\n  <<: *b\n  lr: 3\n"
    main = "import yaml\nx = yaml.safe_load(open('b.yaml'))['mine']"
    assert project({"b.yaml": text, "main.py": main}).plain("x") == {"lr": 3, "w": 2}


@pytest.mark.parametrize("path", ["missing.yaml", "/etc/hostname", "../../../etc/hostname", "."])
def test_nothing_outside_the_project_is_read(project, path):
    found = project({"main.py": f"import yaml\nx = yaml.safe_load(open('{path}'))['a']"})
    assert found.plain("x") == "?"
    assert found.interpreter.files == {}


def test_a_large_file_is_not_read(project):
    main = "import json\nx = json.load(open('b.json'))['a']"
    found = project({"b.json": '{"a": 1, "b": "' + "x" * 1_100_000 + '"}', "main.py": main})
    assert found.plain("x") == "?"


def test_deeply_nested_json_is_unknown(project):
    main = "import json\nx = json.load(open('b.json'))"
    assert project({"b.json": "[" * 50_000 + "]" * 50_000, "main.py": main}).plain("x") == "?"


ENVIRONMENT = [
    ("os.environ.get('LR', 0.1)", 0.1),
    ("os.getenv('LR', '5')", "5"),
    ("os.environ.get('LR')", "?"),
    ("os.environ['LR']", "?"),
    ("int(os.environ.get('N', '3'))", 3),
]


@pytest.mark.parametrize(("expression", "expected"), ENVIRONMENT)
def test_environment(evaluate, expression, expected):
    found = evaluate(f"import os\nx = {expression}")
    assert found.plain("x") == expected
    if expected != "?":
        assert found["x"].soft


PATHS = [
    ("os.path.join('a', 'b')", "a/b"),
    ("os.path.dirname(__file__)", "/nowhere"),
    ("str(Path('a') / 'b')", "a/b"),
    ("str(Path('a', 'b').parent)", "a"),
    ("Path('a/b.txt').stem", "b"),
    ("Path('a/b.txt').suffix", ".txt"),
    ("str(Path('a').joinpath('b', 'c'))", "a/b/c"),
    ("str(Path('a/b.txt').with_suffix('.json'))", "a/b.json"),
    ("str(Path(__file__).resolve().parent)", "/nowhere"),
    ("f\"{Path('a') / 'b'}.pt\"", "a/b.pt"),
    ("os.path.join('a', unknown)", "?"),
]


@pytest.mark.parametrize(("expression", "expected"), PATHS)
def test_paths(evaluate, expression, expected):
    assert evaluate(f"import os\nfrom pathlib import Path\nx = {expression}").plain("x") == expected
