"""What reads the files of strangers, each with input made for it and with what must hold."""

from __future__ import annotations

import json
import logging
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import NamedTuple

from hypothesis import strategies as st

from seismograd.reproduce.report.parse import parse_report
from seismograd.reproduce.report.plain_text import decoded
from seismograd.rules.checker import Checker
from seismograd.settings import Settings
from seismograd.settings_file import load_settings, merge_settings
from seismograd.source.document import Document, UnreadableSource
from seismograd.source.ignore_patterns import ignore_spec
from seismograd.source.source_file import read_source
from seismograd.source.workspace import Workspace
from seismograd.traces import TraceReader, plain, summarise
from tests.security.fuzz import programs, seeds
from tests.security.fuzz.mutations import mutated
from tests.security.report_readers import read_all


class Target(NamedTuple):
    """Whatever the input is, the reader returns; it raises nothing and logs no failure."""

    inputs: Callable[[], st.SearchStrategy[bytes]]
    read: Callable[[bytes], object]


def _check(path: str, raw: bytes) -> None:
    try:
        source = read_source(path, raw)
    except UnreadableSource:
        return
    workspace = Workspace([])
    document = Document(path, source.text)
    workspace.open(document)
    for finding in Checker(workspace, Settings()).check(document):
        json.dumps(asdict(finding), default=str)
        for fix in finding.fixes:
            source.edited(fix.edits)


def _read_report(raw: bytes) -> None:
    text = decoded(raw)
    if text is None:
        return
    report = parse_report(text)
    json.dumps(asdict(report), allow_nan=False).encode("utf-8")
    read_all(report)


def _read_trace(raw: bytes) -> None:
    with _written("trace.jsonl", raw) as path:
        json.dumps(plain(summarise(path)), allow_nan=False).encode("utf-8")
        with TraceReader(path) as reader:
            for event in reader.read():
                repr(event).encode("utf-8")


def _read_settings(raw: bytes) -> None:
    with _written("pyproject.toml", raw) as path:
        _, problems = load_settings(path.parent)
    "\n".join(problems).encode("utf-8")
    try:
        sent = json.loads(raw)
    except (ValueError, RecursionError):
        return
    if isinstance(sent, dict):
        merge_settings(Settings(), sent)


def _read_ignore_file(raw: bytes) -> None:
    spec = ignore_spec(raw.decode("utf-8", "replace").splitlines())
    for path in ("train.py", "a/b/c/train.py", "a" * 200 + ".py", "data/" + "ab" * 90 + "/x.csv"):
        spec.match_file(path)


@contextmanager
def _written(name: str, raw: bytes) -> Iterator[Path]:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / name
        path.write_bytes(raw)
        yield path


def _json_settings() -> st.SearchStrategy[bytes]:
    values = st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=12),
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(_NAMES, inner, max_size=4),
        max_leaves=8,
    )
    tables = st.dictionaries(_NAMES, values, max_size=6)
    return tables.map(lambda table: json.dumps(table).encode())


_NAMES = st.sampled_from((
    "select", "ignore", "preview", "exclude", "python", "sandbox", "gpu", "entry", "severity",
    "limits", "llm", "llm.model", "llm.baseUrl", "limits.seconds", "SG101", "seconds", "memory",
    "model",
)) | st.text(max_size=6)  # fmt: skip
_REPORT_WORDS = (
    b"Traceback (most recent call last):\n", b'  File "a.py", line 3, in f\n', b"ValueError: bad\n",
    b"tensor([", b"shape (1, ", b"--lr 0.1 ", b"batch size of ", b"Expected: ", b">>> ",
    b"In [1]: ",
)  # fmt: skip
_CODE_WORDS = (
    b"nn.Linear(", b"nn.Sequential(*", b"[0] * 10 ** 9", b"f'{v}{v}'", b"range(10 ** 18)",
    b"**kwargs", b"*args", b"self.", b"super().__init__()", b"@property\n", b"yield from ",
    b"v = v + v\n",
)  # fmt: skip
_CELL_WORDS = (
    b"%%bash\\n",
    b"%matplotlib\\n",
    b"!pip install x\\n",
    b"\\u0000",
    b"\\ud800",
    b'"cells": [',
)
TARGETS = {
    "evaluator": Target(
        lambda: programs.programs() | mutated(seeds.programs(), _CODE_WORDS),
        lambda raw: _check("/project/train.py", raw),
    ),
    "notebook reader": Target(
        lambda: mutated(seeds.notebooks(), _CELL_WORDS),
        lambda raw: _check("/project/train.ipynb", raw),
    ),
    "report reader": Target(lambda: mutated(seeds.reports(), _REPORT_WORDS), _read_report),
    "trace reader": Target(lambda: mutated(seeds.traces()), _read_trace),
    "settings": Target(lambda: mutated(seeds.settings()) | _json_settings(), _read_settings),
    "ignore files": Target(lambda: mutated(seeds.ignore_files()), _read_ignore_file),
}


class Failure(Exception):
    """Something was logged that no user should meet."""


def read_watched(target: Target, raw: bytes) -> None:
    """Let a target read, and raise what it only logs."""
    seen: list[logging.LogRecord] = []
    handler = logging.Handler(logging.ERROR)
    handler.emit = seen.append  # type: ignore[method-assign]
    root = logging.getLogger()
    root.addHandler(handler)
    try:
        target.read(raw)
    finally:
        root.removeHandler(handler)
    for record in seen:
        raise Failure(record.getMessage()) from (record.exc_info[1] if record.exc_info else None)
