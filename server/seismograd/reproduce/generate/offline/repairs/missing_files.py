"""Files that the code reads and nobody has: small ones, where the code says what is in them."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from seismograd.reproduce.candidate import Attempt
from seismograd.reproduce.case import Case
from seismograd.reproduce.generate.offline.draft import Draft
from seismograd.reproduce.generate.offline.inputs.source_trees import SourceTrees

_MISSING = re.compile(r"No such file or directory: '([^'\n]{1,200})'")
_NUMBER_WORDS = re.compile(r"label|target|class|id|idx|y|score|price|value|count|age|x\d*|feature")
ROWS = 8


def use_small_files(case: Case, draft: Draft, attempt: Attempt) -> Iterator[Draft]:
    seen = attempt.observation
    raised = seen.exception if seen is not None else None
    found = _MISSING.search(raised.message) if raised is not None else None
    if found is None or raised is None or found[1].startswith(("/", "~")):
        return
    path = found[1]
    files = [frame.file for frame in raised.frames if frame.in_project]
    made = _content(case, path, files[::-1])
    if made is None:
        return
    imports, statements = made
    folder = path.rpartition("/")[0]
    if folder:
        statements = [f"os.makedirs({folder!r}, exist_ok=True)", *statements]
        imports = ["import os", *imports]
    better = draft
    for statement in imports:
        better = better.with_import(statement)
    yield better.changed(
        exercise=(*statements, *draft.exercise),
        guessed=(*draft.guessed, path),
        idea=f"{draft.idea} With a small {path}.",
    )


def _content(case: Case, path: str, files: list[str]) -> tuple[list[str], list[str]] | None:
    suffix = path.rpartition(".")[2].lower()
    if suffix in ("csv", "tsv"):
        columns = _columns(case, files)
        return _table(path, columns, "," if suffix == "csv" else "\t") if columns else None
    if suffix == "npy":
        return ["import numpy as np"], [f"np.save({path!r}, np.ones((8, 16), dtype='float32'))"]
    if suffix in ("txt", "text") or "." not in path:
        line = "a small example of a text\\n"
        return ["from pathlib import Path"], [f'Path({path!r}).write_text("{line}" * {ROWS})']
    return None


def _table(path: str, columns: list[str], comma: str) -> tuple[list[str], list[str]]:
    rows = [
        comma.join(str(number % 2) if _NUMBER_WORDS.search(c.lower()) else "text" for c in columns)
        for number in range(ROWS)
    ]
    text = "\n".join([comma.join(columns), *rows]) + "\n"
    return ["from pathlib import Path"], [f"Path({path!r}).write_text({text!r})"]


def _columns(case: Case, files: list[str]) -> list[str]:
    """Names in brackets in the file that reads: `frame["label"]`, `row["text"]`."""
    trees = SourceTrees(case.project)
    for file in files:
        tree = trees.tree(file)
        names = dict.fromkeys(
            node.slice.value
            for node in ast.walk(tree or ast.Module([], []))
            if isinstance(node, ast.Subscript)
            and isinstance(node.slice, ast.Constant)
            and isinstance(node.slice.value, str)
        )
        if names:
            return list(names)
    return []
