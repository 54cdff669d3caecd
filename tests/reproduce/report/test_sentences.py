"""What single sentences give away, and what they do not."""

from __future__ import annotations

import pytest

from seismograd.reproduce.report.parse import parse_report


@pytest.mark.parametrize(
    ("text", "name", "value"),
    [
        ("fails with a batch size of 1", "batch_size", 1),
        ("fails with batch size 1.", "batch_size", 1),
        ("the batch size is one", "batch_size", 1),
        ("batches of 7 are slow", "batch_size", 7),
        ("with lr = 1e-3, it stops", "lr", 0.001),
        ("a learning rate of .5 is too much", "learning_rate", 0.5),
        ("`hidden_size=32` breaks it", "hidden_size", 32),
        ("hidden_size set to 32 breaks it", "hidden_size", 32),
        ("`resume` is True", "resume", True),
        ("when I set `mode` to 'max'", "mode", "max"),
        ("run it with --no-cache", "no_cache", True),
        ("run it with --split=val please", "split", "val"),
        ("pass --epochs 3", "epochs", 3),
        ("after three epochs", "epochs", 3),
        ("number of workers: 4", "workers", 4),
        ("input of shape [4, 3, 8]", "shape", "(4, 3, 8)"),
        ("seed 42 gives", "seed", 42),
    ],
)
def test_values(text: str, name: str, value: object) -> None:
    assert (name, value) in [(one.name, one.value) for one in parse_report(text).values]


@pytest.mark.parametrize(
    "text",
    [
        "the batch size does not matter",
        "it was 5 o'clock",
        "use --help to see more",
        "torch==2.1 is installed",
        "see section 3.4 of the paper",
        "a == b",
    ],
)
def test_no_values(text: str) -> None:
    values = [(one.name, one.value) for one in parse_report(text).values]
    assert values in ([], [("help", True)])


@pytest.mark.parametrize(
    ("text", "name", "version"),
    [
        ("I use PyTorch 2.1", "torch", "2.1"),
        ("pytorch version 2.1.0+cu118", "torch", "2.1.0+cu118"),
        ("`keras` version: 3.3.3", "keras", "3.3.3"),
        ("torch (2.0.1) on Linux", "torch", "2.0.1"),
        ("Tested on mylib v0.4 only", "mylib", "0.4"),
        ("mylib 0.4.2rc1 here", "mylib", "0.4.2rc1"),
        ("version 0.4 of `mylib`", "mylib", "0.4"),
        (">>> torch.__version__\n'2.2.0'", "torch", "2.2.0"),
        ("print(mylib.__version__)  # 1.0.3", "mylib", "1.0.3"),
        ("pip install 'mylib[all]==1.0.3'", "mylib", "1.0.3"),
        ("CUDA: 12.1", "cuda", "12.1"),
    ],
)
def test_versions(text: str, name: str, version: str) -> None:
    assert parse_report(text).versions.get(name) == version


@pytest.mark.parametrize(
    "text", ["loss 0.6931", "epoch 1.5", "in 1.2.3 it worked", "see 10.1.1.5", "took about 3.5 s"]
)
def test_no_versions(text: str) -> None:
    assert parse_report(text).versions == {}


@pytest.mark.parametrize(
    ("text", "file", "first", "last"),
    [
        ("model.py:41 is wrong", "model.py", 41, 41),
        ("see src/net/model.py:41-50", "src/net/model.py", 41, 50),
        ("line 41 of model.py", "model.py", 41, 41),
        ("lines 41 to 50 in the file `net/model.py`", "net/model.py", 41, 50),
        ("`model.py`, line 41", "model.py", 41, 41),
        ("model.py#L41-L50", "model.py", 41, 50),
        (r"C:\work\net\model.py:41", "C:/work/net/model.py", 41, 41),
        ("(configs/base.yaml)", "configs/base.yaml", None, None),
        ("broken in ./model.py.", "model.py", None, None),
    ],
)
def test_places(text: str, file: str, first: int | None, last: int | None) -> None:
    found = [(place.file, place.first, place.last) for place in parse_report(text).places]
    assert found == [(file, first, last)]


@pytest.mark.parametrize(
    ("text", "commit", "fixed"),
    [
        ("at commit abc1234", "abc1234", None),
        ("Commit: `abc1234def`", "abc1234def", None),
        ("on main (abc1234)", "abc1234", None),
        ("version 1.2.dev3+gabc1234", "abc1234", None),
        ("git bisect says abc1234 is the first bad one", "abc1234", None),
        ("broken since 1.2.3", "1.2.3", None),
        ("broken since v1.2", "v1.2", None),
        ("this was fixed in abc1234", None, "abc1234"),
        ("Fixed by commit abc1234, seen at 9876fed", "9876fed", "abc1234"),
        ("resolved in release 2.0.1", None, "2.0.1"),
        ("fixed by #123", None, None),
        ("happens since torch 2.1.0", None, None),
        ("torch 2.1.0: happens since 2.1.0", None, None),
        ("a loss of 1234567 at 7654321", None, None),
        ("the decoder is at fault", None, None),
        ("https://github.com/pytorch/pytorch/blob/abc1234/torch/nn/x.py", None, None),
        ("fixed in https://github.com/pytorch/pytorch/commit/abc1234", None, None),
        ("https://github.com/acme/tiny/tree/abc1234", "abc1234", None),
        ("fixed in feedback rounds", None, None),
    ],
)
def test_commits(text: str, commit: str | None, fixed: str | None) -> None:
    report = parse_report(text)
    assert (report.commit, report.fixed_commit) == (commit, fixed)


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("`Net.forward()` and `fit(x, y)` fail", ["Net.forward", "fit", "x", "y"]),
        ("mylib.nets.Net is slow in PyTorch, e.g. on GitHub", ["mylib.nets.Net"]),
        (
            "BatchNorm1d or load_state_dict or GRUCell",
            ["BatchNorm1d", "load_state_dict", "GRUCell"],
        ),
        ("train_model() calls step()", ["train_model", "step"]),
        ("It works fine. See https://a.b/c_d/EfGh and `pip install x`", []),
    ],
)
def test_names(text: str, names: list[str]) -> None:
    found = [name for name in parse_report(text).names if len(name) > 1 or name in names]
    assert found == [name for name in names if len(name) > 1]


def test_links_count_where_they_lead_into_the_project_of_the_issue() -> None:
    text = "https://github.com/other/net/commit/1111aaa https://github.com/Acme/Tiny/commit/2222bbb"
    assert parse_report(text).commit == "1111aaa"
    assert parse_report(text, "https://github.com/acme/tiny/issues/3").commit == "2222bbb"
