"""Evaluate snippets and small projects, and look at what the names are in the end."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from textwrap import dedent

import pytest

from seismograd.source.document import Document
from seismograd.source.evaluate.interpreter import Interpreter
from seismograd.source.evaluate.library import Library
from seismograd.source.evaluate.literals import NotPlain, plain
from seismograd.source.evaluate.python import install
from seismograd.source.evaluate.values import Value
from seismograd.source.workspace import Workspace

LIBRARY = Library()
install(LIBRARY)


class Evaluated:
    """The globals of a script after it ran from top to bottom."""

    def __init__(self, interpreter: Interpreter, document: Document) -> None:
        self.interpreter = interpreter
        self._module = interpreter.load_module(document, "__main__")
        for chunk in document.chunks:
            if chunk in self._module.done:
                continue
            self._module.done.add(chunk)
            self._module.frame.chunk = chunk
            interpreter.execute(chunk.statements, self._module.frame)

    def __getitem__(self, name: str) -> Value:
        found = self.interpreter.global_value(self._module, name)
        assert found is not None, f"{name} is not defined"
        return found

    def __contains__(self, name: str) -> bool:
        return name in self._module.frame.locals

    def plain(self, name: str) -> object:
        """The Python object that a global stands for; '?' where it is not known."""
        try:
            return plain(self[name])
        except NotPlain:
            return "?"

    @property
    def paths(self) -> list[str]:
        return [call.path for call in self.interpreter.calls]


def evaluate_document(document: Document, *roots: Path) -> Evaluated:
    workspace = Workspace(roots)
    workspace.open(document)
    return Evaluated(Interpreter(workspace, LIBRARY), document)


@pytest.fixture
def evaluate() -> Callable[[str], Evaluated]:
    return lambda code: evaluate_document(Document("/nowhere/main.py", dedent(code)))


@pytest.fixture
def project(tmp_path: Path) -> Callable[..., Evaluated]:
    """Write files, then evaluate one of them (`main.py` unless told otherwise)."""

    def run(files: dict[str, str], main: str = "main.py") -> Evaluated:
        for name, text in files.items():
            file = tmp_path / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(dedent(text), encoding="utf-8")
        path = tmp_path / main
        document = Document(str(path), path.read_text(encoding="utf-8"))
        return evaluate_document(document, tmp_path)

    return run
