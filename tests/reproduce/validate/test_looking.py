"""The stages that need no run: parsing, names, rules for scripts."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from textwrap import dedent
from typing import cast

import pytest

from seismograd.reproduce.trial_runner import TrialRunner
from seismograd.reproduce.validate.parsing import Unfit, parsed
from seismograd.reproduce.validate.resolving import demand_symbols
from seismograd.reproduce.validate.script_rules import demand_script_rules
from tests.reproduce.validate.small_project import case

HONEST = """
import arithmetic
from arithmetic import halve

NUMBER = 3
try:
    halve(NUMBER)
except ValueError as error:
    if "odd" not in str(error):
        raise
    print(f"REPRODUCED: {error}")
    raise
print("NOT REPRODUCED")
"""


class Asked:
    """Stands for the interpreter inside: knows one package."""

    def __init__(self) -> None:
        self.names: dict[str, tuple[str, ...]] = {}

    def resolve(self, names: Mapping[str, tuple[str, ...]]) -> dict[str, str]:
        self.names.update(names)
        return {name: f"{name} does not exist" for name in names if "nope" in name}


@pytest.mark.parametrize("source", ["def f(:", "x = '\0'", "x = 1\n" * 60_000, "(" * 500])
def test_what_is_no_small_script_does_not_parse(source: str) -> None:
    with pytest.raises(Unfit):
        parsed(source)


def resolve(source: str, tmp_path: Path) -> str:
    asked = Asked()
    source = dedent(source)
    try:
        demand_symbols(source, parsed(source), case(tmp_path).project, cast(TrialRunner, asked))
    except Unfit as error:
        return str(error)
    return ""


@pytest.mark.parametrize(
    ("source", "complaint"),
    [
        (HONEST, ""),
        ("from arithmetic import halv", "did you mean halve?"),
        ("import arithmetic\narithmetic.double(2)", "arithmetic has no double"),
        ("import arithmetic\narithmetic.floor(2.5)", ""),
        ("from arithmetic import halve\nhalve(number=2, round=1)", "takes no argument round"),
        ("from arithmetic import halve\nhalve(number=2, rounding=1)", ""),
        ("import torch.nope", "torch.nope does not exist"),
        ("import torch\ntorch.nope.thing(1)", "torch.nope.thing does not exist"),
        ("print(model)", "name model is not defined"),
        ("def f(model):\n    return model\nprint([x for x in range(3)])", ""),
        ("from os.path import *\nprint(join('a', 'b'))", ""),
        ("for halve in range(3):\n    print(halve.nope)", ""),
    ],
)
def test_what_does_not_exist_is_told(source: str, complaint: str, tmp_path: Path) -> None:
    told = resolve(source, tmp_path)
    assert (complaint in told) if complaint else (told == "")


def judged(source: str, tmp_path: Path) -> str:
    try:
        demand_script_rules(parsed(dedent(source)), case(tmp_path).project)
    except Unfit as error:
        return str(error)
    return ""


IMPORT = "from arithmetic import halve\nimport arithmetic\n"
EARLY_END = """
import sys
if halve(2) == 1:
    print("NOT REPRODUCED")
    sys.exit(0)
print("REPRODUCED: wrong")
sys.exit(1)
"""
MISSING_ERROR = """
try:
    halve(2)
except ValueError:
    print("NOT REPRODUCED")
    raise SystemExit(0)
print("REPRODUCED: no error")
raise SystemExit(1)
"""
OWN_DATA = """
class Numbers:
    def __getitem__(self, index):
        if index > 3:
            raise IndexError(index)
        return halve(2 * index)
"""


@pytest.mark.parametrize(
    ("source", "complaint"),
    [
        (HONEST, ""),
        ("print('hello')", "uses nothing of the project"),
        (IMPORT + "raise ValueError('odd')", "raises ValueError itself"),
        (IMPORT + "x = halve(2)\nif x != 1:\n    raise SystemExit(1)", ""),
        (IMPORT + "try:\n    halve(3)\nexcept Exception:\n    print('REPRODUCED: x')", "catches"),
        (IMPORT + "try:\n    halve(3)\nexcept:\n    pass", "catches"),
        (IMPORT + "try:\n    halve(3)\nexcept Exception as e:\n    print(e)\n    raise", ""),
        (IMPORT + "assert False", "does not depend"),
        (IMPORT + "halve(2)\nprint('REPRODUCED: always')", "whatever happens"),
        (IMPORT + "import sys\nhalve(2)\nsys.exit(1)", "whatever happens"),
        (IMPORT + "print('MEASURED value 1')", "nothing was measured"),
        (IMPORT + "v = halve(2)\nprint('MEASURED value', v)", ""),
        (IMPORT + "def halve(number):\n    return 1 / 0", "defines halve anew"),
        (IMPORT + "arithmetic.floor = None", "changes arithmetic.floor"),
        (IMPORT + "try:\n    halve(3)\nexcept ValueError as error:\n    raise error", ""),
        (IMPORT + EARLY_END, ""),
        (IMPORT + "import sys\ndef main():\n    return int(halve(2) != 1)\nsys.exit(main())", ""),
        (IMPORT + "bad = halve(2) != 1\nraise SystemExit(1 if bad else 0)", ""),
        (IMPORT + "halve(2)\nraise SystemExit(1)", "whatever happens"),
        (IMPORT + "halve(2)\nraise SystemExit('REPRODUCED')", "whatever happens"),
        (IMPORT + MISSING_ERROR, ""),
        (IMPORT + OWN_DATA, ""),
        (IMPORT + "class A:\n    def run(self):\n        raise IndexError", "raises IndexError"),
        (IMPORT + "class Stub:\n    def halve(self, number):\n        return number", ""),
        (IMPORT + "arithmetic.LIMIT = 3", ""),
        (IMPORT + "SMALL = 2\narithmetic.options.limit = SMALL", ""),
        (IMPORT + "arithmetic.halve = len", "changes arithmetic.halve"),
        (IMPORT + "arithmetic.LIMIT = lambda: 3", "changes arithmetic.LIMIT"),
        (IMPORT + "halve.limit = 3", "changes halve.limit"),
        (IMPORT + "setattr(arithmetic, 'halve', len)", "replaces something of the project"),
        (IMPORT + "mock.patch('arithmetic.halve', len).start()", "replaces something"),
        (IMPORT + "mock.patch.object(arithmetic, 'halve')", "replaces something"),
        (IMPORT + "mock.patch('os.getcwd')", ""),
    ],
)
def test_a_script_that_makes_the_bug_itself_is_found_out(
    source: str, complaint: str, tmp_path: Path
) -> None:
    told = judged(source, tmp_path)
    assert (complaint in told) if complaint else (told == "")
