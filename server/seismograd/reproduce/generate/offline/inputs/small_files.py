"""Small files of the kinds that training code reads, and the statements that write them."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import PurePosixPath

from seismograd.reproduce.drafts.draft import Constant
from seismograd.reproduce.generate.offline.source_trees import SourceTrees

ROWS = Constant("ROWS", "40")
COLUMNS = "COLUMNS"
MOST_COLUMNS = 30
_FILE = re.compile(r"\b[\w-]{1,40}\.(?:csv|tsv|txt|npy|npz|jsonl?|pt)\b")
_READERS = (
    ("csv", "csv"),
    ("np.load", "npy"),
    ("torch.load", "pt"),
    ("json.loads(line", "jsonl"),
    ("json", "json"),
)
_PATH = "from pathlib import Path"
_NUMPY = "import numpy as np"
_TABLE = (
    "rows = [[str(n % 2) for _ in COLUMNS] for n in range(ROWS)]",
    "Path({path!r}).write_text('\\n'.join({comma!r}.join(row) for row in [COLUMNS, *rows]))",
)
_ARRAY = "np.random.default_rng(0).normal(size=(ROWS, 16)).astype('float32')"
_RECORDS = "rows = [dict.fromkeys(COLUMNS, n % 2) for n in range(ROWS)]"
_TEXT = "''.join(f'a small example of a text number {{n}}\\n' for n in range(ROWS))"


@dataclass(frozen=True, slots=True)
class SmallFile:
    imports: tuple[str, ...]
    templates: tuple[str, ...]
    """Small whole numbers can be read as features, as classes and as text."""

    @property
    def has_columns(self) -> bool:
        return any(COLUMNS in one for one in self.templates)

    def statements(self, path: str) -> tuple[str, ...]:
        comma = "\t" if path.endswith(".tsv") else ","
        folder = str(PurePosixPath(path).parent)
        first = () if folder == "." else (f"Path({folder!r}).mkdir(parents=True, exist_ok=True)",)
        return (*first, *(one.format(path=path, comma=comma) for one in self.templates))


_LINES = SmallFile(
    ("import json", _PATH),
    (_RECORDS, "Path({path!r}).write_text(''.join(json.dumps(row) + '\\n' for row in rows))"),
)
_PLAIN = SmallFile((_PATH,), (f"Path({{path!r}}).write_text({_TEXT})",))
_BY_SUFFIX: Mapping[str, SmallFile] = {
    "": _PLAIN,
    ".txt": _PLAIN,
    ".csv": SmallFile((_PATH,), _TABLE),
    ".tsv": SmallFile((_PATH,), _TABLE),
    ".jsonl": _LINES,
    ".ndjson": _LINES,
    ".json": SmallFile(
        ("import json", _PATH), (_RECORDS, "Path({path!r}).write_text(json.dumps(rows))")
    ),
    ".npy": SmallFile((_NUMPY, _PATH), (f"np.save({{path!r}}, {_ARRAY})",)),
    ".npz": SmallFile(
        (_NUMPY, _PATH), (f"np.savez({{path!r}}, **{{{{one: {_ARRAY} for one in COLUMNS}}}})",)
    ),
}


def small_file(path: str) -> SmallFile | None:
    """None for a kind that is not known."""
    return _BY_SUFFIX.get(PurePosixPath(path).suffix.lower())


def columns_read(trees: SourceTrees, files: list[str]) -> list[str]:
    """Names in brackets or in lists, in the first file that has any."""
    for file in files:
        names = list(dict.fromkeys(_names(trees.tree(file) or ast.Module([], []))))
        if names:
            return names[:MOST_COLUMNS]
    return []


def columns_named(statements: Iterable[str]) -> list[str]:
    """Texts that are names: `read("wine.csv", target="quality")`."""
    nodes = [node for one in statements for node in ast.walk(ast.parse(one))]
    texts = [node.value for node in nodes if isinstance(node, ast.Constant)]
    named = (text for text in texts if isinstance(text, str) and text.isidentifier())
    return list(dict.fromkeys(named))[:MOST_COLUMNS]


def _names(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        parts: list[ast.expr] = []
        if isinstance(node, ast.Subscript):
            parts = [node.slice]
        elif isinstance(node, ast.List | ast.Tuple):
            parts = node.elts
        elif isinstance(node, ast.Call) and ast.unparse(node.func).endswith((".get", ".pop")):
            parts = node.args[:1]
        texts = [one.value for one in parts if isinstance(one, ast.Constant)]
        yield from (text for text in texts if isinstance(text, str) and text.isidentifier())


def file_to_read(code: ast.AST | None, text: str) -> str:
    """The file that a report names, else one of the kind that the code reads."""
    named = _FILE.search(text)
    if named:
        return named[0]
    source = ast.unparse(code) if code else ""
    return f"data.{next((ending for word, ending in _READERS if word in source), 'txt')}"
