"""Sound files of each kind, for input that is nearly sound."""

from __future__ import annotations

import json
import tempfile
from functools import cache
from pathlib import Path

from tests.benchmarks.trace_generator import write_trace

_TESTS = Path(__file__).parents[2]
_LARGEST = 12_000
_SETTINGS = """\
[project]
name = "seeds"

[tool.seismograd]
select = ["SG1", "SG2"]
ignore = ["SG101"]
preview = true
exclude = ["old", "**/*_pb2.py"]
python = ".venv/bin/python"
sandbox = "docker"
gpu = true
entry = "train.py"
severity = { SG102 = "hint", my-rule = "error" }

[tool.seismograd.limits]
seconds = 30
memory = 2.5

[tool.seismograd.llm]
model = "a-model"
"""
_IGNORED = (
    "# comment\n*.pyc\n/build/\n!keep.py\ndata/**/*.csv\n[ab]?.txt\n\\#odd\n**/cache/*\nlogs/ \n"
)


@cache
def programs() -> tuple[bytes, ...]:
    return _read("rules/fixtures/*/*.py")


@cache
def reports() -> tuple[bytes, ...]:
    return _read("benchmarks/reproduction/cases/*/*.md")


@cache
def notebooks() -> tuple[bytes, ...]:
    return tuple(_notebook(program.decode()) for program in programs()[::4])


@cache
def traces() -> tuple[bytes, ...]:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "trace.jsonl"
        write_trace(path, 1)
        lines = path.read_bytes().splitlines(keepends=True)
    kinds = {json.loads(line)["kind"]: line for line in lines}
    return (b"".join(lines[:60]), b"".join(lines[-40:]), b"".join(kinds.values()))


def settings() -> tuple[bytes, ...]:
    return (_SETTINGS.encode(),)


def ignore_files() -> tuple[bytes, ...]:
    return (_IGNORED.encode(),)


def _read(pattern: str) -> tuple[bytes, ...]:
    found = tuple(path.read_bytes() for path in sorted(_TESTS.glob(pattern)))
    return tuple(raw for raw in found if len(raw) <= _LARGEST)


def _notebook(code: str) -> bytes:
    parts = code.split("\n\n\n")
    cells = [{"cell_type": "code", "source": part.splitlines(keepends=True)} for part in parts]
    cells.insert(1, {"cell_type": "markdown", "source": ["# Title\n"]})
    metadata = {"kernelspec": {"language": "python", "name": "python3"}}
    return json.dumps({"cells": cells, "metadata": metadata, "nbformat": 4}, indent=1).encode()
