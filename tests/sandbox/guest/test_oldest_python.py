"""The guest runs in the user's interpreter, which may be as old as Python 3.9."""

from __future__ import annotations

import ast
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from seismograd_sandbox.host.sandbox import guest_folder
from tests.sandbox.guest.interpreters import INTERPRETERS

OLDEST = (3, 9)
FILES = sorted(guest_folder().rglob("*.py"))
NEWER_NAMES = {
    "contextlib": {"aclosing", "chdir"},
    "dataclasses": {"KW_ONLY"},
    "datetime": {"UTC"},
    "enum": {"StrEnum", "member", "nonmember", "verify"},
    "importlib.resources": {"files"},
    "inspect": {"get_annotations"},
    "itertools": {"batched", "pairwise"},
    "math": {"cbrt", "exp2", "fma", "sumprod"},
    "sys": {"exception", "monitoring", "stdlib_module_names"},
    "types": {"EllipsisType", "NoneType", "NotImplementedType", "UnionType"},
    "typing": {
        "Concatenate", "LiteralString", "Never", "NotRequired", "ParamSpec", "Required", "Self",
        "TypeAlias", "TypeGuard", "TypeVarTuple", "Unpack", "assert_never", "override",
    },
}  # fmt: skip
NEWER_MODULES = {"tomllib"}
NEWER_BUILTINS = {"BaseExceptionGroup", "ExceptionGroup", "EncodingWarning", "aiter", "anext"}
NEWER_ARGUMENTS = {"dataclass": {"kw_only", "match_args", "slots"}, "zip": {"strict"}}
TYPES = {"Any", "bool", "bytes", "dict", "float", "frozenset", "int", "list", "set", "str", "tuple"}


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(guest_folder())))
def test_nothing_in_it_is_newer(path: Path) -> None:
    tree = ast.parse(path.read_text("utf-8"), feature_version=OLDEST)
    assert list(_too_new(tree)) == []
    assert len(tree.body) == 1 or "from __future__ import annotations" in path.read_text("utf-8")


def _too_new(tree: ast.Module) -> Iterator[str]:
    for node in _evaluated(tree):
        if isinstance(node, ast.ImportFrom) and not node.level:
            names = {alias.name for alias in node.names}
            yield from names & NEWER_NAMES.get(node.module or "", set())
        elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            yield from {node.attr} & NEWER_NAMES.get(node.value.id, set())
        elif isinstance(node, ast.Name):
            yield from {node.id} & NEWER_BUILTINS
        elif isinstance(node, ast.Import):
            yield from {alias.name for alias in node.names} & NEWER_MODULES
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            given = {keyword.arg or "" for keyword in node.keywords}
            yield from given & NEWER_ARGUMENTS.get(node.func.id, set())
        elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr):
            yield from ("X | Y" for side in (node.left, node.right) if _is_type(side))
        elif type(node).__name__ in {"Match", "TryStar", "TypeAlias"}:
            yield type(node).__name__


def _evaluated(node: ast.AST) -> Iterator[ast.AST]:
    """Everything but annotations and what only type checkers see: nobody evaluates those."""
    if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
        return
    for name, value in ast.iter_fields(node):
        if name in {"annotation", "returns"}:
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST):
                yield child
                yield from _evaluated(child)


def _is_type(node: ast.expr) -> bool:
    node = node.value if isinstance(node, ast.Subscript) else node
    is_none = isinstance(node, ast.Constant) and node.value is None
    return is_none or (isinstance(node, ast.Name) and node.id in TYPES)


@pytest.mark.parametrize(
    ("source", "what"),
    [
        ("match 1:\n    case 1: pass", None),
        ("zip([], [], strict=True)", "strict"),
        ("X = int | None", "X | Y"),
        ("isinstance(1, dict[str, int] | list)", "X | Y"),
        ("from datetime import UTC", "UTC"),
        ("import sys; sys.exception()", "exception"),
        ("@dataclass(slots=True)\nclass A: ...", "slots"),
        ("import tomllib", "tomllib"),
        ("def f(x: int | None) -> int | None: ...", ""),
        ("x = 1 | 2", ""),
    ],
)
def test_the_check_can_fail(source: str, what: str | None) -> None:
    if what is None:
        with pytest.raises(SyntaxError):
            ast.parse(source, feature_version=OLDEST)
    else:
        assert (list(_too_new(ast.parse(source))) or [""])[0] == what


def test_every_module_can_be_imported_by_the_oldest_interpreter() -> None:
    oldest = INTERPRETERS.others.get("3.9")
    if oldest is None:
        pytest.skip("there is no Python 3.9 on this machine")
    names = [_module(path) for path in FILES if path.name != "__main__.py"]
    script = (
        "import importlib, runpy, sys\n"
        "runpy.run_path(sys.argv[1])['load_package']()\n"
        "for name in sys.argv[2:]: importlib.import_module('seismograd_guest' + name)\n"
    )
    command = [oldest, "-I", "-B", "-c", script, str(guest_folder() / "__main__.py"), *names]
    ran = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    assert (ran.returncode, ran.stderr) == (0, "")


def _module(path: Path) -> str:
    inside = path.relative_to(guest_folder()).with_suffix("").parts
    return "".join(f".{part}" for part in inside if part != "__init__")
