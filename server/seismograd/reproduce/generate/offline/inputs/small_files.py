"""Small files of the kinds that training code reads, and the statements that write them."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass

from seismograd.reproduce.generate.offline.inputs.source_trees import SourceTrees

ROWS = "ROWS"
USUAL_ROWS = "40"
PATH = "from pathlib import Path"
_IN_FOLDERS = re.compile(r"\.(?:glob|rglob|iterdir|listdir|scandir|walk)\(")
_ENDING = re.compile(r"['\"]\*{0,2}/?\*?\.(npy|pt|txt|json)['\"]")
_FILE = re.compile(r"\b[\w-]{1,40}\.(?:csv|tsv|txt|npy|npz|jsonl?|pt)\b")
_READERS = (
    ("csv", "csv"),
    ("np.load", "npy"),
    ("torch.load", "pt"),
    ("json.loads(line", "jsonl"),
    ("json", "json"),
)
_SEPARATORS = {"csv": ",", "tsv": "\t"}
MOST_COLUMNS = 30


@dataclass(frozen=True, slots=True)
class SmallFile:
    imports: tuple[str, ...]
    statements: tuple[str, ...]


def small_file(trees: SourceTrees, path: str, readers: list[str]) -> SmallFile | None:
    """For a path that one of these files of the project reads; None for what is not known."""
    suffix = path.rpartition(".")[2].lower() if "." in path.rpartition("/")[2] else ""
    keys = columns_read(trees, readers)
    if suffix in _SEPARATORS:
        return _table(path, keys, _SEPARATORS[suffix]) if keys else None
    if suffix in ("jsonl", "ndjson"):
        return _lines_of_json(path, keys) if keys else None
    if suffix == "json":
        return _json(path, keys) if keys else None
    if suffix == "npz":
        return _arrays(path, keys) if keys else None
    if not suffix and (ending := _ending_of_files(trees, readers)):
        return _folder(path, ending)
    if suffix == "npy":
        statement = f"np.save({path!r}, np.random.default_rng(0).normal(size=({ROWS}, 16)))"
        return SmallFile(("import numpy as np",), (statement,))
    if suffix in ("txt", "text", ""):
        line = "a small example of a text number {n}\\n"
        text = f'"".join(f"{line}" for n in range({ROWS}))'
        return SmallFile((PATH,), (f"Path({path!r}).write_text({text})",))
    return None


def file_to_read(code: ast.AST | None, text: str) -> str:
    """The file that a report names, else one of the kind that the code reads."""
    named = _FILE.search(text)
    if named:
        return named[0]
    source = ast.unparse(code) if code else ""
    return f"data.{next((ending for word, ending in _READERS if word in source), 'txt')}"


def _ending_of_files(trees: SourceTrees, readers: list[str]) -> str | None:
    """Of the files that are looked for in a folder: `root.glob("*.npy")`."""
    for file in readers:
        text = ast.unparse(tree) if (tree := trees.tree(file)) else ""
        found = _IN_FOLDERS.search(text) and _ENDING.search(text)
        if found:
            return found[1]
    return None


def _folder(path: str, ending: str) -> SmallFile | None:
    makers = {
        "npy": (
            "import numpy as np",
            "np.save(folder / f'{n}.npy', np.ones((4, 4), 'float32') * n)",
        ),
        "pt": ("import torch", "torch.save(torch.ones(4, 4) * n, folder / f'{n}.pt')"),
        "txt": (PATH, "(folder / f'{n}.txt').write_text(f'a small text number {n}')"),
        "json": ("import json", "(folder / f'{n}.json').write_text(json.dumps({'n': n}))"),
    }
    if ending not in makers:
        return None
    statement, maker = makers[ending]
    lines = (
        f"folder = Path({path!r})",
        "folder.mkdir(parents=True, exist_ok=True)",
        f"for n in range({ROWS}):\n    {maker}",
    )
    return SmallFile((PATH, statement), lines)


def _arrays(path: str, keys: list[str]) -> SmallFile:
    arrays = (
        f"{key}=np.random.default_rng(0).normal(size=({ROWS}, 16)).astype('float32')"
        for key in keys
        if key.isidentifier()
    )
    return SmallFile(("import numpy as np",), (f"np.savez({path!r}, {', '.join(arrays)})",))


def columns_read(trees: SourceTrees, files: list[str]) -> list[str]:
    """Names in brackets in a file that reads: `row["label"]`, or `row[name] for name in NAMES`."""
    for file in files:
        tree = trees.tree(file)
        names = dict.fromkeys(_keys(tree)) if tree else {}
        if names:
            return list(names)[:MOST_COLUMNS]
    return []


def _keys(tree: ast.Module) -> Iterator[str]:
    lists = dict(_lists_of_texts(tree))
    runs = dict(_running_names(tree))
    nodes = [n for n in ast.walk(tree) if isinstance(n, ast.Subscript | ast.Call)]
    for node in sorted(nodes, key=lambda n: (n.lineno, n.col_offset)):
        if isinstance(node, ast.Subscript):
            yield from _in_brackets(node.slice, lists, runs)
        elif isinstance(node.func, ast.Attribute):
            is_named = node.func.attr in ("get", "pop") and node.args
            if is_named and isinstance(node.args[0], ast.Constant):
                yield from [node.args[0].value] if isinstance(node.args[0].value, str) else []


def _in_brackets(
    node: ast.expr, lists: dict[str, list[str]], runs: dict[str, str]
) -> Iterator[str]:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.Name):
        yield from lists.get(node.id, lists.get(runs.get(node.id, ""), []))
    elif isinstance(node, ast.Call) and node.args:
        yield from _in_brackets(node.args[0], lists, runs)
    elif isinstance(node, ast.List):
        for element in node.elts:
            yield from _in_brackets(element, lists, runs)


def _lists_of_texts(tree: ast.Module) -> Iterator[tuple[str, list[str]]]:
    for node in ast.walk(tree):
        value = node.value if isinstance(node, ast.Assign) else None
        if isinstance(node, ast.Assign) and isinstance(value, ast.List | ast.Tuple):
            texts = [e.value for e in value.elts if isinstance(e, ast.Constant)]
            kept = [text for text in texts if isinstance(text, str)]
            target = node.targets[0]
            if isinstance(target, ast.Name) and kept and len(kept) == len(value.elts):
                yield target.id, kept


def _running_names(tree: ast.Module) -> Iterator[tuple[str, str]]:
    """`for name in NAMES`, in loops and in comprehensions."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.For | ast.comprehension):
            continue
        if isinstance(node.target, ast.Name) and isinstance(node.iter, ast.Name):
            yield node.target.id, node.iter.id


def _table(path: str, columns: list[str], comma: str) -> SmallFile:
    """Small whole numbers: they can be read as features, as classes and as text."""
    row = comma.join("{n % 2}" for _ in columns)
    return SmallFile(
        (PATH,),
        (
            f"rows = [f{row!r} for n in range({ROWS})]",
            f"Path({path!r}).write_text('\\n'.join([{comma.join(columns)!r}, *rows]) + '\\n')",
        ),
    )


def _record(keys: list[str]) -> str:
    return f"{{{', '.join(f'{key!r}: n % 2' for key in keys)}}}"


def _lines_of_json(path: str, keys: list[str]) -> SmallFile:
    return SmallFile(
        ("import json", PATH),
        (
            f"rows = [{_record(keys)} for n in range({ROWS})]",
            f"Path({path!r}).write_text(''.join(json.dumps(row) + '\\n' for row in rows))",
        ),
    )


def _json(path: str, keys: list[str]) -> SmallFile:
    return SmallFile(
        ("import json", PATH),
        (
            f"rows = [{_record(keys)} for n in range({ROWS})]",
            f"Path({path!r}).write_text(json.dumps(rows))",
        ),
    )
