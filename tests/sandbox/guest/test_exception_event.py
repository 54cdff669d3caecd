"""What the trace tells about a script that fails."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.sandbox.guest.runs import Watched, project, watched


def fail(tmp_path: Path, script: str, **files: str) -> dict[str, Any]:
    seen = _watch(tmp_path, {"train.py": script, **{f"{n}.py": text for n, text in files.items()}})
    assert seen.end["outcome"] == "failed"
    return seen.only("exception")


def _watch(tmp_path: Path, files: dict[str, str]) -> Watched:
    return watched(project(tmp_path / "project", files), ["train.py"], OMP_NUM_THREADS="1")


def test_frames_lead_from_the_script_to_the_error(tmp_path: Path) -> None:
    event = fail(
        tmp_path,
        """
        import json
        import helper
        helper.load(json)
        """,
        helper="class L:\n    def go(self, json):\n        json.loads('{')\n\n"
        "def load(json):\n    L().go(json)\n",
    )
    assert event["type"] == "json.decoder.JSONDecodeError"
    places = [(frame["file"], frame["line"], frame["in_project"]) for frame in event["frames"]]
    assert places[:3] == [("train.py", 4, True), ("helper.py", 6, True), ("helper.py", 3, True)]
    assert places[-1][0].endswith("json/decoder.py")
    assert not places[-1][2]
    assert event["frames"][0]["text"] == "helper.load(json)"
    assert event["frames"][0]["function"] == "<module>"


def test_causes_and_contexts(tmp_path: Path) -> None:
    event = fail(
        tmp_path,
        """
        try:
            try:
                {}["a"]
            except KeyError as error:
                raise ValueError("second") from error
        except ValueError:
            raise TypeError("third")
        """,
    )
    assert event["message"] == "third"
    chain = [(link["type"], link["how"]) for link in event["because"]]
    assert chain == [("ValueError", "context"), ("KeyError", "cause")]
    assert event["because"][1]["frames"][0]["line"] == 4


def test_bases_lead_from_the_type_to_those_of_python(tmp_path: Path) -> None:
    event = fail(
        tmp_path,
        """
        from helper import TooDeep
        try:
            {}["a"]
        except KeyError as error:
            raise TooDeep("17") from error
        """,
        helper="class LibError(RuntimeError): pass\nclass TooDeep(LibError, ValueError): pass\n",
    )
    assert event["bases"] == ["helper.LibError", "RuntimeError", "ValueError"]
    assert event["because"][0]["bases"] == ["LookupError"]


def test_a_suppressed_context_is_not_told(tmp_path: Path) -> None:
    script = "try:\n    {}['a']\nexcept KeyError:\n    raise ValueError from None\n"
    assert "because" not in fail(tmp_path, script)


def test_exceptions_that_go_round_in_a_circle(tmp_path: Path) -> None:
    event = fail(
        tmp_path, "a, b = ValueError(1), KeyError(2)\na.__cause__ = b\nb.__cause__ = a\nraise a"
    )
    assert [link["type"] for link in event["because"]] == ["KeyError"]


def test_members_of_a_group(tmp_path: Path) -> None:
    event = fail(
        tmp_path,
        """
        def broken():
            raise KeyError("x")
        try:
            broken()
        except KeyError as error:
            raise ExceptionGroup("several", [error, ValueError(2)])
        """,
    )
    assert event["type"] == "ExceptionGroup"
    assert [member["type"] for member in event["group"]] == ["KeyError", "ValueError"]
    assert event["group"][0]["frames"][-1]["function"] == "broken"


def test_a_syntax_error_has_a_place(tmp_path: Path) -> None:
    event = fail(tmp_path, "x = 1\ny = = 2\n")
    assert event["type"] == "SyntaxError"
    assert event["place"] == {"file": "train.py", "line": 2}
    assert event["frames"] == []


def test_a_syntax_error_in_an_import_has_both(tmp_path: Path) -> None:
    event = fail(tmp_path, "import helper", helper="\ndef f(:\n")
    assert (event["place"]["file"], event["place"]["line"]) == ("helper.py", 2)
    assert [frame["file"] for frame in event["frames"] if frame["in_project"]] == ["train.py"]


def test_a_script_that_is_no_text(tmp_path: Path) -> None:
    root = project(tmp_path / "project", {})
    (root / "train.py").write_bytes(b"x = '\xff\xfe'\n")
    seen = watched(root, ["train.py"])
    assert (seen.ran.status, seen.end["outcome"]) == (1, "failed")
    assert seen.only("exception")["type"] == "SyntaxError"


def test_a_missing_package_is_named(tmp_path: Path) -> None:
    event = fail(tmp_path, "import surely_not_installed")
    assert event["type"] == "ModuleNotFoundError"
    assert "surely_not_installed" in event["message"]


def test_errors_without_words(tmp_path: Path) -> None:
    script = """
        class Mute(Exception):
            __notes__ = 5
            def __str__(self):
                raise RuntimeError
        raise Mute()
        """
    event = fail(tmp_path, script)
    assert (event["type"], event["message"]) == ("__main__.Mute", "<no message: RuntimeError>")


def test_long_words_are_cut_in_the_middle(tmp_path: Path) -> None:
    message = fail(tmp_path, "raise ValueError('a' * 10**6 + 'z')")["message"]
    assert len(message) < 5_000
    assert message[0] + message[-1] == "az"


def test_notes(tmp_path: Path) -> None:
    script = "e = ValueError(1)\ne.add_note('first')\ne.add_note('second')\nraise e\n"
    assert fail(tmp_path, script)["notes"] == ["first", "second"]


def test_of_a_very_deep_stack_both_ends_are_kept(tmp_path: Path) -> None:
    script = """
        import sys
        sys.setrecursionlimit(20_000)
        def inner():
            raise ValueError
        def f(n):
            return f(n - 1) if n else inner()
        f(10_000)
        """
    event = fail(tmp_path, script)
    assert len(event["frames"]) == 100
    assert event["frames_left_out"] == 10_003 - 100
    assert event["frames"][0]["function"] == "<module>"
    assert event["frames"][-1]["function"] == "inner"


def test_objects_that_lie_about_themselves_do_no_harm(tmp_path: Path) -> None:
    script = """
        import numpy
        class Liar:
            @property
            def __class__(self):
                raise RuntimeError("none of your business")
        class Odd(dict):
            def items(self):
                raise RuntimeError
        def f(liar, odd, array):
            1 / 0
        f(Liar(), Odd(a=1), numpy.ones(3))
        """
    (tensor,) = fail(tmp_path, script)["frames"][-1]["tensors"]
    assert (tensor["name"], tensor["shape"]) == ("array", [3])


def test_numpy_arrays_in_frames_of_the_project(tmp_path: Path) -> None:
    script = """
        import numpy as np
        def f(x, pair, named):
            return x @ pair[0]
        bad = np.array([[1.0, np.nan], [np.inf, -2.0]], dtype="float32")
        f(bad, (np.arange(3), 5), {"mask": np.array([True, False])})
        """
    frames = fail(tmp_path, script)["frames"]
    tensors = {tensor["name"]: tensor for tensor in frames[-1]["tensors"]}
    assert set(tensors) == {"x", "pair[0]", "named['mask']"}
    assert tensors["x"]["dtype"] == "float32"
    assert (tensors["x"]["min"], tensors["x"]["max"]) == (-2.0, 1.0)
    assert (tensors["x"]["nan"], tensors["x"]["inf"]) == (1, 1)
    assert (tensors["pair[0]"]["min"], tensors["pair[0]"]["max"]) == (0, 2)
    assert (tensors["named['mask']"]["min"], tensors["named['mask']"]["max"]) == (0, 1)
    assert [tensor["name"] for tensor in frames[0]["tensors"]] == ["bad"]


def test_tensors_of_a_failing_network(tmp_path: Path) -> None:
    script = """
        import torch
        from torch import nn
        class Net(nn.Module):
            def __init__(self):
                super().__init__()
                self.scale = nn.Parameter(torch.ones(5))
                self.inner = nn.Linear(8, 2)
            def forward(self, x):
                hidden = x * 2
                return self.inner(hidden * self.scale)
        Net()(torch.full((4, 5), float("nan"), requires_grad=True))
        """
    event = fail(tmp_path, script)
    assert "mat1 and mat2" in event["message"]
    (frame,) = (f for f in event["frames"] if f["function"].endswith("forward") and f["in_project"])
    tensors = {tensor["name"]: tensor for tensor in frame["tensors"]}
    assert tensors["x"]["shape"] == [4, 5]
    assert (tensors["x"]["nan"], "min" in tensors["x"]) == (20, False)
    assert tensors["x"]["requires_grad"]
    assert tensors["hidden"]["grad_fn"] == "MulBackward0"
    assert tensors["hidden"]["device"] == "cpu"
    assert tensors["self.scale"]["shape"] == [5]
    (below,) = (f for f in event["frames"] if f["function"] == "Linear.forward")
    assert {t["name"]: t["shape"] for t in below["tensors"]} == {
        "input": [4, 5],
        "self.weight": [2, 8],
        "self.bias": [2],
    }


def test_the_modules_of_frames(tmp_path: Path) -> None:
    script = """
        import torch
        from torch import nn
        net = nn.Sequential(
            nn.Linear(5, 8),
            nn.Linear(9, 2),
        )
        net(torch.ones(4, 5))
        """
    root = project(tmp_path / "project", {"train.py": script})
    event = watched(root, ["train.py"], options=(), OMP_NUM_THREADS="1").only("exception")
    modules = [frame["module"] for frame in event["frames"] if "module" in frame]
    assert [(module["type"], module["built"]["line"]) for module in modules] == [
        ("Sequential", 4),
        ("Linear", 6),
    ]
    assert modules[1]["settings"] == "in_features=9, out_features=2, bias=True"


def test_frames_of_no_module(tmp_path: Path) -> None:
    event = fail(tmp_path, "class A:\n    def f(self):\n        1 / 0\nA().f()\n")
    assert not any("module" in frame for frame in event["frames"])


def test_without_memory_nothing_is_measured(tmp_path: Path) -> None:
    script = "import numpy\nx = numpy.ones(3)\nraise MemoryError\n"
    (tensor,) = fail(tmp_path, script)["frames"][0]["tensors"]
    assert tensor == {"name": "x", "shape": [3], "dtype": "float64"}
