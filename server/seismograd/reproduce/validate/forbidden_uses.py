"""What no script may use: what looks at the run, reads code, or makes other code raise.

A script imports the project, calls it, and says what came of it. Whatever leads into the
interpreter, into other processes or into files of code could make a run look like the bug.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator

from seismograd.reproduce.validate.script_names import ScriptNames, names_of
from seismograd.source.shallow_parse import parse_module
from seismograd_sandbox.guest.forbidden_names import ALLOWED_DUNDERS, RAISING, is_forbidden
from seismograd_sandbox.guest.guarded_files import OWN_MEMORY
from seismograd_sandbox.guest.harmless_code import is_harmless

ALLOWED_STANDARD = frozenset({
    "__future__", "abc", "argparse", "array", "ast", "asyncio", "base64", "bisect", "calendar",
    "cmath", "collections", "colorsys", "concurrent", "configparser", "contextlib", "contextvars",
    "copy", "copyreg", "csv", "dataclasses", "datetime", "decimal", "difflib", "enum", "errno",
    "fnmatch", "fractions", "functools", "gc", "getpass", "glob", "gzip", "hashlib", "heapq",
    "importlib", "io", "itertools", "json", "locale", "logging", "math", "numbers", "operator",
    "os", "pathlib", "pickle", "platform", "pprint", "queue", "random", "re", "reprlib",
    "resource", "runpy", "secrets", "shlex", "shutil", "socket", "sqlite3", "statistics",
    "string", "struct", "subprocess", "sys", "tarfile", "tempfile", "textwrap", "threading",
    "time", "tomllib", "tracemalloc", "types", "typing", "unicodedata", "unittest", "urllib",
    "uuid", "warnings", "wave", "weakref", "xml", "zipfile", "zlib",
})  # fmt: skip
_NOT_INSTALLED_ONES = frozenset({"cffi", "dill", "cloudpickle", "psutil", "numba", "seismograd",
                                 "seismograd_guest", "seismograd_sandbox"})  # fmt: skip
_MEMBERS = frozenset({
    "sys.modules", "sys.settrace", "sys.setprofile", "sys.monitoring", "sys.addaudithook",
    "sys._current_frames", "os.write", "os.open", "os.read", "os.pipe", "os.fork", "os.kill",
    "os.killpg", "os.system", "os.popen", "operator.attrgetter", "operator.methodcaller",
    "threading.settrace", "threading.setprofile", "types.CodeType", "types.FunctionType",
    "importlib.machinery", "importlib.resources", "importlib.abc", "functools.singledispatch",
    "typing.get_type_hints", "typing.ForwardRef", "pickle._Unpickler",
})  # fmt: skip
_NAMES = frozenset({
    "exec", "eval", "compile", "__import__", "globals", "locals", "breakpoint", "memoryview",
    "__builtins__", "__loader__", "__spec__",
})  # fmt: skip
_VALUES = frozenset({
    "list", "tuple", "dict", "set", "frozenset", "str", "bytes", "int", "float", "range",
    "collections.OrderedDict", "collections.UserList", "collections.UserDict", "collections.deque",
    "torch.Tensor", "numpy.ndarray", "torch.Size",
})  # fmt: skip
_HARMLESS_METHODS = ("__init__", "__repr__", "__str__", "__new__")
_OF_TIME = frozenset({"stat", "st_mtime", "st_mtime_ns"})
_PLACES = ("/proc/", "/dev/fd", "/run/seismograd")


def forbidden_uses(tree: ast.Module, project_modules: set[str]) -> Iterator[str]:
    """A line for each; `project_modules` may have names of the standard library."""
    names = names_of(tree)
    by_age = _sorting_by_age(tree)
    for node in ast.walk(tree):
        if node in by_age:
            continue
        for what in _uses(node, names, project_modules):
            yield f"Line {getattr(node, 'lineno', 1)} uses {what}; a script only uses the project."
    if "subprocess" in names.imported.values():
        yield from _in_commands(tree, project_modules)


def _uses(node: ast.AST, names: ScriptNames, project_modules: set[str]) -> Iterator[str]:
    match node:
        case ast.Import(names=aliases):
            for alias in aliases:
                yield from _imported(alias.name, project_modules)
        case ast.ImportFrom(module=str(module), names=aliases, level=0):
            for alias in aliases:
                yield from _imported(f"{module}.{alias.name}", project_modules, module)
        case ast.Name(id=name, ctx=ast.Load()) if name in _NAMES and name not in names.imported:
            yield name
        case ast.Attribute():
            yield from _attribute(node, names)
        case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
            if name == "__class__" or (_is_dunder(name) and name not in ALLOWED_DUNDERS):
                yield f"the method {name}"
        case ast.ClassDef():
            yield from _impersonating(node, names)
        case ast.keyword(arg=str(word)) if word in RAISING:
            yield word
        case ast.Call():
            yield from _called(node, names)
        case ast.Constant(value=str(text)) if text.startswith(_PLACES) and text != OWN_MEMORY:
            yield text


def _imported(dotted: str, project_modules: set[str], module: str = "") -> Iterator[str]:
    root = dotted.partition(".")[0]
    if root in project_modules:
        return
    is_other = root in sys.stdlib_module_names and root not in ALLOWED_STANDARD
    is_named = root in _NOT_INSTALLED_ONES or dotted in _MEMBERS or module in _MEMBERS
    if is_other or is_named or any(map(is_forbidden, dotted.split(".")[1:])):
        yield dotted


def _attribute(node: ast.Attribute, names: ScriptNames) -> Iterator[str]:
    owner = node.value
    if node.attr == "__class__" and not isinstance(node.ctx, ast.Load):
        yield ast.unparse(node)
    elif is_forbidden(node.attr):
        yield f".{node.attr}"
    elif isinstance(owner, ast.Name | ast.Attribute):
        last = owner.id if isinstance(owner, ast.Name) else owner.attr
        meant = names.imported.get(last, last) if isinstance(owner, ast.Name) else last
        if f"{meant}.{node.attr}" in _MEMBERS:
            yield f"{meant}.{node.attr}"


def _impersonating(node: ast.ClassDef, names: ScriptNames) -> Iterator[str]:
    """A list that lies about its length makes sound code fail."""
    for base in map(ast.unparse, node.bases):
        root, dot, rest = base.partition(".")
        plain = f"{names.imported.get(root, root)}{dot}{rest}"
        methods = [one.name for one in node.body if isinstance(one, ast.FunctionDef)]
        lying = [name for name in methods if _is_dunder(name) and name not in _HARMLESS_METHODS]
        if plain in _VALUES and lying:
            yield f"a {plain} with a {lying[0]} of its own"


def _called(call: ast.Call, names: ScriptNames) -> Iterator[str]:
    match call:
        case ast.Call(func=ast.Name(id="type"), args=[_, _, _, *_]):
            yield "type with three arguments"
        case ast.Call(func=ast.Name(id="getattr" | "setattr" | "delattr" | "hasattr"), args=args):
            if len(args) > 1 and isinstance(args[1], ast.Constant):
                name = str(args[1].value)
                if is_forbidden(name) or (name == "modules" and ast.unparse(args[0]) == "sys"):
                    yield f"the attribute {name}"
        case ast.Call(func=function, args=[ast.Constant(value=str(name)), *_]):
            if _is_import_call(function) and name.partition(".")[0] in sys.stdlib_module_names:
                yield from _imported(name, set())
        case ast.Call(func=function, args=[_, *_]) if _is_import_call(function):
            yield "import_module with a computed name"


def _is_import_call(function: ast.expr) -> bool:
    name = function.attr if isinstance(function, ast.Attribute) else ""
    name = function.id if isinstance(function, ast.Name) else name
    return name == "import_module"


def _is_dunder(name: str) -> bool:
    return name.startswith("__") and name.endswith("__")


def _sorting_by_age(tree: ast.Module) -> set[ast.AST]:
    """`max(files, key=lambda file: file.stat().st_mtime)`: which file, and never when."""
    return {
        part
        for node in ast.walk(tree)
        if isinstance(node, ast.keyword)
        and node.arg == "key"
        and isinstance(node.value, ast.Lambda)
        for part in ast.walk(node.value.body)
        if isinstance(part, ast.Attribute) and part.attr in _OF_TIME
    }


def _in_commands(tree: ast.Module, project_modules: set[str]) -> Iterator[str]:
    """Code for another interpreter stands in the script as a text, and nothing guards it there."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.Constant) or not isinstance(node.value, str):
            continue
        text = node.value
        try:
            inner = parse_module(text)
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            continue
        yield from forbidden_uses(inner, project_modules)
        if not is_harmless(text):
            yield f"Line {node.lineno} gives another interpreter code that opens files."
