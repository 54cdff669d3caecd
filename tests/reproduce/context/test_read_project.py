from __future__ import annotations

import os
from pathlib import Path

import pytest

from seismograd.reproduce.context import sources
from seismograd.reproduce.context.project_view import Role
from seismograd.reproduce.context.read_project import read_project
from tests.reproduce.context.projects import symbol, view_of, write


def test_broken_files_are_left_out_and_the_rest_is_read(tmp_path: Path) -> None:
    write(tmp_path, {"good.py": "x = 1", "broken.py": "def f(:\n", "old.py": "print 'x'"})
    (tmp_path / "binary.py").write_bytes(b"\x00\x01\xff")
    (tmp_path / "deep.py").write_text("x = " + "(" * 5000 + ")" * 5000)

    view = read_project(tmp_path)

    assert [s.qualified for s in view.symbols] == ["good.x"]


@pytest.mark.parametrize(
    "folder", [".venv", ".git", "node_modules", "build", ".seismograd", "__pycache__"]
)
def test_folders_that_are_not_the_project_are_skipped(tmp_path: Path, folder: str) -> None:
    view = view_of(tmp_path, {"model.py": "class Net: ...", f"{folder}/other.py": "class No: ..."})

    assert [s.name for s in view.symbols] == ["Net"]


def test_large_files_are_left_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sources, "MAX_FILE_BYTES", 100)
    view = view_of(tmp_path, {"small.py": "a = 1", "large.py": "b = 1\n" * 50})

    assert [s.name for s in view.symbols] == ["a"]


def test_links_out_of_the_project_are_not_followed(tmp_path: Path) -> None:
    write(tmp_path, {"secret.py": "PASSWORD = 'x'", "project/model.py": "class Net: ..."})
    os.symlink(tmp_path / "secret.py", tmp_path / "project" / "link.py")

    view = read_project(tmp_path / "project")

    assert [s.name for s in view.symbols] == ["Net"]


def test_an_empty_project_has_an_empty_view(tmp_path: Path) -> None:
    view = read_project(tmp_path)

    assert (view.symbols, view.calls, view.entry_points) == ((), (), ())


def test_long_expressions_do_not_exhaust_the_stack(tmp_path: Path) -> None:
    view = view_of(tmp_path, {"long.py": "TEXT = " + " + ".join(["'a'"] * 900)})

    assert symbol(view, "long.TEXT").value is not None


PARAMETERS = """
    import dataclasses, attr
    from dataclasses import dataclass, field, KW_ONLY
    from typing import ClassVar, NamedTuple

    class Base:
        def __init__(self, width, *rest, depth: int = 2, **more): ...

    class Child(Base):
        pass

    class Plain: ...

    @dataclass
    class Options:
        lr: float
        shared: ClassVar[int] = 3
        layers: list[int] = field(default_factory=lambda: [1, 2])
        hidden: int = field(init=False, default=3)
        _: KW_ONLY
        seed: int = 0

    @dataclasses.dataclass(frozen=True)
    class MoreOptions(Options):
        lr: float = 0.1
        extra: str = "x"

    class Point(NamedTuple):
        x: int
        y: int = 0

    @attr.s(auto_attribs=True)
    class Attrs:
        a: int = attr.ib(default=4)

    @attr.s
    class OldAttrs:
        a = attr.ib()

    class Kit:
        @staticmethod
        def make(a, b=1): ...
        @classmethod
        def of(cls, a): ...
"""


def test_parameters_of_constructors_also_those_nobody_wrote(tmp_path: Path) -> None:
    view = view_of(tmp_path, {"m.py": PARAMETERS})

    def signature(name: str) -> list[tuple[str, str | None]]:
        return [(p.name, p.default) for p in symbol(view, f"m.{name}").parameters]

    base = [("width", None), ("rest", None), ("depth", "2"), ("more", None)]
    assert signature("Base") == signature("Child") == base
    assert signature("Plain") == []
    fields = [("lr", None), ("layers", "[1, 2]"), ("seed", "0")]
    assert signature("Options") == fields
    assert signature("MoreOptions") == [("lr", "0.1"), *fields[1:], ("extra", '"x"')]
    assert signature("Point") == [("x", None), ("y", "0")]
    assert signature("Attrs") == [("a", "4")]
    assert signature("OldAttrs") == [("a", None)]
    assert signature("Kit.make") == [("a", None), ("b", "1")]
    assert signature("Kit.of") == [("a", None)]
    width, rest, depth, more = symbol(view, "m.Child").parameters
    assert (rest.is_variadic, depth.is_keyword_only, more.is_variadic) == (True, True, True)
    assert depth.annotation == "int"
    assert not width.is_variadic


ROLES = """
    import torch as t
    import torch.nn as nn
    import pytorch_lightning as pl
    import lightning
    from torch.utils.data import Dataset as D, DataLoader
    from tensorflow import keras
    import keras as k3
    from base import Root

    class Inner(nn.Module): ...
    class Net(nn.Module):
        def __init__(self):
            super().__init__()
            self.inner = Inner()
    class FocalLoss(nn.Module): ...
    class Lit(pl.LightningModule):
        def training_step(self, batch, index): ...
    class Data(D): ...
    class Module(lightning.LightningDataModule): ...
    class KNet(keras.Model): ...
    class KLayer(k3.layers.Layer): ...
    class KLoss(k3.losses.Loss): ...
    class Derived(Root): ...
    class Other: ...

    def run(net, optimiser, data):
        for x in data:
            optimiser.zero_grad()
            net(x).sum().backward()
            optimiser.step()
    def fit_it(model): model.fit([1], [2])
    def scale(scaler): scaler.fit([1])
    def build(): return keras.Sequential([])
    def accuracy(a, b): return (a == b).mean()
    def plain(): return 1
"""


@pytest.mark.parametrize(
    ("name", "role"),
    [
        ("Inner", Role.LAYER),
        ("Net", Role.NETWORK),
        ("FocalLoss", Role.LOSS),
        ("Lit", Role.NETWORK),
        ("Lit.training_step", Role.TRAINING),
        ("Data", Role.DATASET),
        ("Module", Role.DATASET),
        ("KNet", Role.NETWORK),
        ("KLayer", Role.LAYER),
        ("KLoss", Role.LOSS),
        ("Derived", Role.NETWORK),
        ("Other", Role.OTHER),
        ("run", Role.TRAINING),
        ("fit_it", Role.TRAINING),
        ("scale", Role.OTHER),
        ("build", Role.NETWORK),
        ("accuracy", Role.METRIC),
        ("plain", Role.OTHER),
    ],
)
def test_roles(tmp_path: Path, name: str, role: Role) -> None:
    base = "from torch import nn\nM = nn.Module\nclass Root(M): ..."
    view = view_of(tmp_path, {"m.py": ROLES, "base.py": base})

    assert symbol(view, f"m.{name}").role is role


def test_bases_are_full_names_through_aliases_and_the_project(tmp_path: Path) -> None:
    base = "from torch import nn\nM = nn.Module\nclass Root(M): ..."
    view = view_of(tmp_path, {"m.py": ROLES, "base.py": base})

    assert symbol(view, "m.Derived").bases == ("base.Root", "torch.nn.Module")
    assert symbol(view, "m.Data").bases == ("torch.utils.data.Dataset",)


def test_circles_of_imports_and_of_bases_end(tmp_path: Path) -> None:
    view = view_of(
        tmp_path,
        {
            "a.py": "from b import X\nfrom b import Y as Z\nclass A(A): ...\nclass B(C): ...",
            "b.py": "from a import X\nfrom a import Z as Y\nfrom a import *\nX()",
            "c.py": "from a import B\nclass C(B): ...",
        },
    )

    assert {s.qualified for s in view.symbols} == {"a.A", "a.B", "c.C"}


CALLS = {
    "pkg/__init__.py": "from .model import Net",
    "pkg/model.py": """
        class Root:
            def shared(self): ...
        class Part(Root):
            def forward(self, x): ...
        class Net(Root):
            def __init__(self):
                self.part = Part()
            def forward(self, x):
                self.shared()
                return self.part(x)
    """,
    "pkg/make.py": """
        from pkg import Net
        def make():
            return Net()
        def shadowed(make):
            make()
    """,
    "tests/test_it.py": """
        import pkg
        import pytest
        from pkg import make as factory

        @pytest.fixture
        def net():
            return pkg.Net()

        def test_a(net):
            net.shared()

        def test_b():
            net = factory.make().eval()
            net(1)
            print("nothing of the project's")
    """,
}


def test_calls_lead_to_what_they_call(tmp_path: Path) -> None:
    view = view_of(tmp_path, CALLS)

    found = [(call.file, call.text, call.callee) for call in view.calls]
    assert sorted(found) == [
        ("pkg/make.py", "Net()", "pkg.model.Net"),
        ("pkg/model.py", "Part()", "pkg.model.Part"),
        ("pkg/model.py", "self.part(x)", "pkg.model.Part.forward"),
        ("pkg/model.py", "self.shared()", "pkg.model.Root.shared"),
        ("tests/test_it.py", "factory.make()", "pkg.make.make"),
        ("tests/test_it.py", "net(1)", "pkg.model.Net.forward"),
        ("tests/test_it.py", "net.shared()", "pkg.model.Root.shared"),
        ("tests/test_it.py", "pkg.Net()", "pkg.model.Net"),
    ]
    assert view.tests == ("tests/test_it.py",)
    assert view.imports["tests/test_it.py"] == {"pkg/__init__.py", "pkg/make.py"}


@pytest.mark.parametrize("inside", ["from .fit import fit", "from pack.fit import fit"])
@pytest.mark.parametrize("outside", ["from pack import fit\nfit(1)", "import pack\npack.fit(1)"])
def test_a_function_hides_the_module_of_its_name(tmp_path: Path, inside: str, outside: str) -> None:
    files = {"pack/__init__.py": inside, "pack/fit.py": "def fit(x): ...", "run.py": outside}
    view = view_of(tmp_path, files)
    assert [call.text for call in view.calls_of(symbol(view, "pack.fit.fit"))]


def test_a_module_that_a_package_imports_is_no_function(tmp_path: Path) -> None:
    files = {
        "pack/__init__.py": "from . import fit",
        "pack/fit.py": "def run(x): ...",
        "run.py": "from pack import fit\nfit.run(1)",
    }
    view = view_of(tmp_path, files)
    assert [call.text for call in view.calls_of(symbol(view, "pack.fit.run"))] == ["fit.run(1)"]
