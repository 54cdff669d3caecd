"""What a run printed says nothing about the machine."""

from __future__ import annotations

import time

import pytest

from seismograd.reproduce.results.plain_paths import without_machine
from seismograd.reproduce.trials.tree import SCRIPT

ROOT = "/home/ann/work/net"


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        (f'File "{ROOT}/model.py", line 3', 'File "model.py", line 3'),
        (f'File "{ROOT}/pkg/net.py", line 3', 'File "pkg/net.py", line 3'),
        (f'File "{ROOT}/{SCRIPT}", line 3', 'File "it.py", line 3'),
        (f"{ROOT}/train.py:7: UserWarning: no", "train.py:7: UserWarning: no"),
        (f"saved to {ROOT}", "saved to ."),
        (f"{ROOT}work/x.py", ".../x.py"),
        (
            'File "/home/ann/.venv/lib/python3.11/site-packages/torch/x.py"',
            'File "site-packages/torch/x.py"',
        ),
        ('File "/opt/py/lib/python3.12/json/decoder.py"', 'File "python3.12/json/decoder.py"'),
        ("No such file: '/home/ann/my data/cats.npz'", "No such file: '.../cats.npz'"),
        ("at /tmp/pytest-of-ann/x/y.pt, again", "at .../y.pt, again"),
        (r"C:\Users\ann\net\model.py:3", ".../model.py:3"),
        (r'"C:\Users\ann\venv\Lib\site-packages\torch\x.py"', '"site-packages/torch/x.py"'),
        ("see https://pytorch.org/docs/stable/x.html", "see https://pytorch.org/docs/stable/x.html"),
        ("3/4 of 1/2 and/or /dev/null", "3/4 of 1/2 and/or /dev/null"),
        ("shape [2, 3] / 4", "shape [2, 3] / 4"),
    ],
)  # fmt: skip
def test_paths(text: str, shown: str) -> None:
    assert without_machine(text, ROOT, "it.py") == shown


def test_secrets_go(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WANDB_API_KEY", "abcdef123456")
    text = "using abcdef123456 and ghp_0123456789abcdefghijklmn"
    assert without_machine(text, None, "") == "using [redacted] and [redacted]"


@pytest.mark.parametrize("piece", ["/a", "'/a", '"/', "C:\\", "/site-packages", " /a/b"])
def test_long_text_takes_no_long_time(piece: str) -> None:
    started = time.perf_counter()
    without_machine(piece * 4_000, ROOT, "it.py")
    assert time.perf_counter() - started < 2
