"""Files that a script writes, changes or takes away, before the project reads them."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass

from seismograd.reproduce.context.identifiers import words_of
from seismograd.reproduce.context.modules import dotted_name
from seismograd.reproduce.context.project_view import Symbol, SymbolKind
from seismograd.reproduce.context.sources import read_text
from seismograd.reproduce.validate.edits import on_top, replaced
from seismograd.reproduce.validate.fidelity.doubt import Decides, Doubt, Variant
from seismograd.reproduce.validate.fidelity.subject import Subject, assignments
from seismograd.reproduce.validate.script_values import ScriptValues

_CHANGED = re.compile(
    r"corrupt|truncat|damag|incomplete|half[- ]written|interrupt|partial|offset|seek|"
    r"\b(?:edit|chang|modif|overwr|replac|delet|remov|renam|mov)\w* (?:\S+ ){0,4}"
    r"(?:file|config|json|yaml|checkpoint|vocab|folder|director)|"
    r"\b(?:file|config\w*|checkpoint|vocab\w*) (?:\S+ ){0,3}(?:edit|chang|modif|overwr|delet|remov|"
    r"missing)",
    re.IGNORECASE,
)
"""What a report says of files that are not as somebody has written them."""
_KINDS = r"(?:file|data|csv|json|yaml|config\w*|corpus|checkpoint|vocab\w*|weights|model|format)s?"
_OF_OTHERS = re.compile(
    rf"\b(?:my|our|own|custom|other|external|third[- ]party|hand[- ]?written|manual\w*|by hand|"
    rf"old(?:er)?|previous|earlier|legacy|former|pre-?trained|public|released) (?:\S+ ){{0,2}}"
    rf"{_KINDS}\b|\b(?:downloaded|exported|converted) ",
    re.IGNORECASE,
)
"""What a report says of files that the project of today has not written."""
_WRITES = re.compile(
    r"\bopen\([^)\n]*[\"'][wax]b?t?\+?[\"']|\.write_(?:text|bytes)\(|\bdump\(|\bsave\w*\(|"
    r"\bto_(?:csv|json|parquet)\("
)
_MODES = re.compile(r"^[rbt+]*[wax][rbt+]*$|^r[bt]*\+[bt]*$")
_WRITING = re.compile(r"^(?:save|dump|write|to_|imwrite|imsave|export|copy)|write$")
_OF_PATHS = ("write_text", "write_bytes", "touch")
_TAKING = frozenset({
    "chmod", "link", "makedirs", "mkdir", "move", "remove", "rename", "replace", "rmdir", "rmtree",
    "symlink", "symlink_to", "truncate", "unlink",
})  # fmt: skip
_OF_SYSTEM = ("os", "shutil")
_MOVES = frozenset({"seek", "truncate"})
_CALLED = (SymbolKind.FUNCTION, SymbolKind.METHOD)
_VERBS = frozenset({
    "dump", "export", "from", "import", "load", "read", "restore", "resume", "save", "store", "to",
    "write",
})  # fmt: skip
_ASIDE = "_aside"
_CODE = f"""\
def {_ASIDE}(path):
    import os
    import tempfile

    if not isinstance(path, (str, os.PathLike)):
        return path
    return type(path)(os.path.join(tempfile.mkdtemp(), os.path.basename(os.fspath(path))))


"""


@dataclass(frozen=True, slots=True)
class _Write:
    call: ast.Call
    path: ast.expr | None
    """None where something is taken away."""
    names: tuple[str, ...]
    """What the file may be called, as far as the script says it."""


def written_files(subject: Subject) -> Iterator[Doubt]:
    """A report that speaks of changed files gives a reason for them."""
    if subject.grounds.says(_CHANGED):
        return
    yield from _moved_within(subject)
    is_of_others = subject.grounds.says(_OF_OTHERS)
    for write in _writes(subject):
        if subject.grounds.has_word(dotted_name(write.call.func) or "open("):
            continue
        writer = next(_writers(subject, write), None)
        if (writer is None or is_of_others) and any(map(subject.grounds.has_word, write.names)):
            continue
        yield _left_as_it_was(subject, write)
        if writer is not None and not is_of_others and not _is_called(subject, writer):
            what = f"a file of the script's own, which {writer.name} of the project writes"
            yield Doubt(what, write.call.lineno, (), Decides.BY_ITSELF)


def _moved_within(subject: Subject) -> Iterator[Doubt]:
    """Read from the beginning, and whole, the symptom has to be there as well."""
    source, values = subject.script.source, ScriptValues(subject.script.tree)
    for node in ast.walk(subject.script.tree):
        match node:
            case ast.Call(func=ast.Attribute(owner, name), args=[given]) if name in _MOVES:
                if values.of(given) not in (None, [0]):
                    whole = replaced(source, [(node, f"{ast.unparse(owner)}.seek(0)")])
                    what = f"{ast.unparse(node)} before it is read"
                    yield Doubt(what, node.lineno, [Variant("a whole file", whole)])


def _left_as_it_was(subject: Subject, write: _Write) -> Doubt:
    """What the project needs is missing then, and the run says nothing."""
    source = subject.script.source
    if write.path is None:
        without = replaced(source, [(write.call, "None")])
    else:
        aside = f"{_ASIDE}({ast.unparse(write.path)})"
        without = on_top(replaced(source, [(write.path, aside)]), _CODE)
    name = write.names[0] if write.names else ast.unparse(write.call)
    what = f"{name} written or taken away by the script"
    return Doubt(what, write.call.lineno, [Variant("the file as it was", without)])


def _writes(subject: Subject) -> Iterator[_Write]:
    ours = {id(call.node) for call in subject.script.calls}
    for node in ast.walk(subject.script.tree):
        if not isinstance(node, ast.Call) or id(node) in ours:
            continue
        path = _written(node, subject.script.tree)
        if path is not None:
            yield _Write(node, path, tuple(_file_names(subject.script.tree, path)))
        elif (taken := _taken(node)) is not None:
            yield _Write(node, None, tuple(_file_names(subject.script.tree, taken)))


def _written(call: ast.Call, tree: ast.Module) -> ast.expr | None:
    """The path that is given to it, or that it is a method of."""
    given = [*call.args, *(one.value for one in call.keywords)]
    owner = call.func.value if isinstance(call.func, ast.Attribute) else None
    name = ast.unparse(call.func).rpartition(".")[2]
    if any(_is_mode(one) for one in given):
        return owner if owner is not None and _is_mode(given[0]) else given[0]
    if name in _OF_PATHS:
        return owner
    named = [one for one in given if any("." in text for text in _file_names(tree, one))]
    return named[-1] if named and _WRITING.search(name) else None


def _is_mode(node: ast.expr) -> bool:
    text = node.value if isinstance(node, ast.Constant) else None
    return isinstance(text, str) and _MODES.match(text) is not None


def _taken(call: ast.Call) -> ast.expr | None:
    """Of a file that is taken away, or is no plain file any more."""
    if not isinstance(call.func, ast.Attribute) or call.func.attr not in _TAKING:
        return None
    if dotted_name(call.func.value) in _OF_SYSTEM:
        return call.args[0] if call.args else None
    is_text = call.func.attr == "replace" and len(call.args) > 1
    is_path = call.func.attr not in ("move", "remove", "truncate", "link")
    return call.func.value if is_path and not is_text else None


def _file_names(tree: ast.Module, path: ast.expr, depth: int = 0) -> Iterator[str]:
    """Of the literal parts of a path, also by the names that it was given, the last ones."""
    by_name = dict(assignments(tree))
    for node in ast.walk(path):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value:
            yield re.split(r"[/\\]", node.value)[-1]
        elif isinstance(node, ast.Name) and node.id in by_name and depth < 2:
            yield from _file_names(tree, by_name[node.id], depth + 1)


def _writers(subject: Subject, write: _Write) -> Iterator[Symbol]:
    """Functions of the project that write a file of this name, or what is read from there."""
    files = [name for name in write.names if "." in name]
    read = {(one.file, _subject_of(one)) for one in _readers(subject)}
    for symbol in subject.case.project.symbols:
        if symbol.kind not in _CALLED or write.path is None:
            continue
        text = _text(subject, symbol)
        is_named = any(name in text for name in files)
        if _WRITES.search(text) and (is_named or (symbol.file, _subject_of(symbol)) in read):
            yield symbol


def _readers(subject: Subject) -> Iterator[Symbol]:
    for call in subject.script.calls:
        is_called = call.callee.kind in _CALLED
        if is_called and _VERBS.intersection(words_of(call.callee.name.rpartition(".")[2])):
            yield call.callee


def _subject_of(symbol: Symbol) -> frozenset[str]:
    """What it is about, without what it does: `Net.load_table` and `Net.save_table` are alike."""
    return frozenset(words_of(symbol.name.replace(".", "_"))) - _VERBS


def _text(subject: Subject, symbol: Symbol) -> str:
    lines = (read_text(subject.case.root, symbol.file) or "").splitlines()
    return "\n".join(lines[symbol.line - 1 : symbol.last_line])


def _is_called(subject: Subject, symbol: Symbol) -> bool:
    return (symbol.file, symbol.name.rpartition(".")[2]) in subject.entered
