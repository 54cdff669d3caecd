from __future__ import annotations

import pytest

from seismograd.source.evaluate.values import Symbol

PACKAGE = {
    "pkg/__init__.py": "from .mod import Y as Z\nfrom .sub import *\nTOP = 1\n",
    "pkg/mod.py": "from . import other\nfrom .other import BASE\nY = BASE + 1\nname = __name__\n",
    "pkg/other.py": "BASE = 10\n_hidden = 5\n",
    "pkg/sub/__init__.py": "from .deep import D\nfrom .. import other as up\nW = up.BASE\n",
    "pkg/sub/deep.py": "from ..other import BASE as B\nfrom ...outside import gone\nD = B * 2\n",
    "space/part.py": "V = 4\n",
    "space/inner/leaf.py": "V = 5\n",
    "flat.py": "import pkg.other\nF = pkg.other.BASE\ndef f(): return F\n",
    "src/laid/__init__.py": "L = 8\n",
    "cycle_a.py": "from cycle_b import B\nA = 1\nC = B + 1\n",
    "cycle_b.py": "from cycle_a import A\nB = A + 1\n",
    "order.py": "v = 1\nw = v + 1\nv = 10\n",
    "guarded.py": "try:\n    import numpy as np\nexcept ImportError:\n    np = None\nG = 1\n",
    "main_guard.py": "M = 0\nif __name__ == '__main__':\n    M = 1\n",
    "built.py": "layers = []\nlayers.append(1)\nlayers.append(2)\nconf = {}\nconf['a'] = 3\n",
    "broken.py": "OK = 1\ndef f(:\n    pass\nALSO = 2\n",
}
IMPORTS = {
    "from pkg import Z as x": 11,
    "from pkg.mod import Y as x": 11,
    "import pkg.mod\nx = pkg.mod.Y": 11,
    "import pkg.mod as m\nx = m.Y": 11,
    "import pkg\nx = pkg.TOP": 1,
    "import pkg.sub.deep\nx = pkg.sub.deep.D": 20,
    "import pkg.sub.deep as d\nx = d.D": 20,
    "from pkg.sub import W as x": 10,
    "from pkg import D as x": 20,
    "from pkg import sub\nx = sub.deep.D": 20,
    "from pkg.mod import *\nx = Y": 11,
    "from pkg.other import *\nx = _hidden": "?",
    "from space.part import V as x": 4,
    "from space import part\nx = part.V": 4,
    "import space.inner.leaf\nx = space.inner.leaf.V": 5,
    "import space.part, space.inner.leaf\nx = space.part.V + space.inner.leaf.V": 9,
    "from flat import f\nx = f()": 10,
    "from laid import L as x": 8,
    "from cycle_a import C as x": 3,
    "from order import v, w\nx = (v, w)": (10, 2),
    "from guarded import G as x": 1,
    "from main_guard import M as x": 0,
    "from built import layers, conf\nx = (layers, conf)": ([1, 2], {"a": 3}),
    "from broken import OK, ALSO\nx = (OK, ALSO)": (1, 2),
    "from pkg.mod import name as x": "pkg.mod",
    "from . import flat\nx = flat.F": 10,
    "from .pkg.mod import Y as x": 11,
    "def f():\n    from pkg.mod import Y\n    return Y\nx = f()": 11,
    "import importlib\nx = importlib": "?",
    "from nowhere.at.all import thing as x": "?",
    "from .... import thing as x": "?",
    "from pkg import missing as x": "?",
    "try:\n    from missing import v as x\nexcept ImportError:\n    from order import v as x": "?",
}


@pytest.mark.parametrize(("code", "expected"), IMPORTS.items(), ids=str)
def test_import(project, code, expected):
    assert project({**PACKAGE, "main.py": code}).plain("x") == expected


def test_aliases_of_libraries_have_one_name(evaluate):
    found = evaluate(
        """
        import torch.nn as nn
        from torch import nn as N
        import torch
        from torch.nn import Linear as L
        names = [nn.Linear, N.Linear, torch.nn.Linear, L]
        """
    )["names"]
    assert [item.path for item in found.items] == ["torch.nn.Linear"] * 4


def test_frameworks_are_not_taken_from_the_project(project):
    found = project({"torch.py": "nn = 1", "main.py": "import torch\nx = torch.nn"})["x"]
    assert isinstance(found, Symbol)


@pytest.mark.parametrize("name", ["logging", "types", "json"])
def test_the_standard_library_is_not_taken_from_a_package(project, name):
    files = {f"pkg/{name}.py": "v = 1", "pkg/__init__.py": "", "pkg/main.py": f"import {name} as x"}
    assert isinstance(project(files, "pkg/main.py")["x"], Symbol)


def test_a_script_called_test_is_of_the_project(project):
    assert project({"test.py": "v = 1", "main.py": "from test import v as x"}).plain("x") == 1


def test_a_package_wins_over_a_module_of_the_same_name(project):
    files = {"a.py": "v = 1", "a/__init__.py": "v = 2", "main.py": "from a import v as x"}
    assert project(files).plain("x") == 2


def test_files_above_the_root_are_not_reached(tmp_path, project):
    (tmp_path.parent / "above_root.py").write_text("v = 1")
    found = project({"main.py": "from ..above_root import v as x"})
    assert found.plain("x") == "?"


def test_a_long_chain_of_imports(project):
    files = {f"m{i}.py": f"from m{i + 1} import v" for i in range(150)}
    found = project({**files, "m150.py": "v = 1", "main.py": "from m0 import v as x"})
    assert found.plain("x") in (1, "?")


def test_names_defined_later_are_found_when_needed(project):
    files = {"a.py": "def f():\n    return later()\ndef later():\n    return LAST\nLAST = 3"}
    assert project({**files, "main.py": "from a import f\nx = f()"}).plain("x") == 3


def test_an_import_depends_on_what_it_read(project):
    found = project({"a.py": "v = 1\nw = 2", "main.py": "from a import v\nx = v"})
    names = {name for file, name in found.interpreter.dependencies if file.endswith("a.py")}
    assert "v" in names
    assert "w" not in names


def test_calls_in_imported_modules_are_not_logged(project):
    found = project({"a.py": "import lib\nv = lib.make()", "main.py": "from a import v\nx = v"})
    assert found.paths == []
