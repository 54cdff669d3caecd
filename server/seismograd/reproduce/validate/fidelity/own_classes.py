"""Layers and classes that a script defines itself."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from seismograd.reproduce.context.modules import dotted_name
from seismograd.reproduce.context.project_view import Symbol, SymbolKind
from seismograd.reproduce.report.snippets import parsed as statements_of
from seismograd.reproduce.validate.edits import replaced
from seismograd.reproduce.validate.fidelity.doubt import Decides, Doubt, Variant
from seismograd.reproduce.validate.fidelity.subject import Subject
from seismograd.reproduce.validate.script_names import names_of

_DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


def own_classes(subject: Subject) -> Iterator[Doubt]:
    """The project's own class shows it as well, where it has one of the kind."""
    for name in _functions_on_the_way(subject):
        owner = _owner(subject.script.tree, name)
        if owner is None or _is_reported(subject, owner):
            continue
        found = list(_of_project(subject, owner))
        base = _project_base(subject, owner)
        what = f"a failure that comes through {owner.name}.{name}, which is the script's own"
        if base is not None and "__init__" not in _methods(owner):
            yield Doubt(what, owner.lineno, [_with_base(subject, owner, base)])
        elif found:
            names = ", ".join(sorted(one.name for one in found)[:3])
            what = f"{what}; the project has {names}"
            yield Doubt(what, owner.lineno, (), Decides.BY_ITSELF)


def _functions_on_the_way(subject: Subject) -> list[str]:
    """The script's own, with frames of the project before them and behind."""
    raised, script = subject.seen.exception, subject.seen.script
    frames = list(raised.frames) if raised is not None else []
    ours = [at for at, one in enumerate(frames) if one.in_project and one.file != script]
    own = [
        (frames[at].function or "").rpartition(".")[2]
        for at in range(len(frames))
        if frames[at].file == script and ours and ours[0] < at < ours[-1]
    ]
    return list(dict.fromkeys(own))


def _owner(tree: ast.Module, name: str) -> ast.ClassDef | None:
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef) and name in _methods(node):
            return node
    return None


def _is_reported(subject: Subject, owner: ast.ClassDef) -> bool:
    """Whether the report's code defines such a class: by its name, or of the same bases."""
    bases = {ast.unparse(one).rpartition(".")[2] for one in owner.bases}
    for snippet in subject.case.report.snippets:
        for node in ast.walk(ast.Module(statements_of(snippet.code), [])):
            if isinstance(node, ast.ClassDef):
                theirs = {ast.unparse(one).rpartition(".")[2] for one in node.bases}
                if node.name == owner.name or theirs & bases:
                    return True
    return False


def _of_project(subject: Subject, owner: ast.ClassDef) -> Iterator[Symbol]:
    """Classes of the project with one of the same bases."""
    imported = names_of(subject.script.tree).imported
    for base in owner.bases:
        head, _, rest = dotted_name(base).partition(".")
        full = ".".join(part for part in (imported.get(head, head), rest) if part)
        last = full.rpartition(".")[2]
        for symbol in subject.case.project.symbols:
            bases = {one.rpartition(".")[2] for one in symbol.bases}
            if symbol.kind is SymbolKind.CLASS and last and last in bases:
                yield symbol


def _project_base(subject: Subject, owner: ast.ClassDef) -> ast.expr | None:
    imported = names_of(subject.script.tree).imported
    known = {one.qualified for one in subject.case.project.symbols}
    for base in owner.bases:
        head, _, rest = dotted_name(base).partition(".")
        full = ".".join(part for part in (imported.get(head, head), rest) if part)
        if full in known:
            return base
    return None


def _methods(owner: ast.ClassDef) -> set[str]:
    return {one.name for one in owner.body if isinstance(one, _DEFINITIONS)}


def _with_base(subject: Subject, owner: ast.ClassDef, base: ast.expr) -> Variant:
    text = ast.unparse(base)
    calls = [
        (node.func, text)
        for node in ast.walk(subject.script.tree)
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id == owner.name
    ]
    return Variant(f"{text} itself", replaced(subject.script.source, calls))


_MIXING = ("BatchNorm", "SyncBatchNorm", "Dropout", "AlphaDropout", "GaussianNoise", "RReLU")


def own_layers(subject: Subject) -> Iterator[Doubt]:
    """With them two ways of doing the same differ by themselves."""
    if not subject.seen.measured:
        return
    found = [(node, name) for node, name in _layers(subject.script.tree) if _is_free(subject, name)]
    if not found:
        return
    changes = [(node, f"{_module(node)}Identity()") for node, _ in found]
    names = ", ".join(dict.fromkeys(name for _, name in found))
    variant = Variant("a layer that does nothing", replaced(subject.script.source, changes))
    yield Doubt(f"{names} in a network of the script's own", found[0][0].lineno, [variant])


def _layers(tree: ast.Module) -> Iterator[tuple[ast.Call, str]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            name = dotted_name(node.func).rpartition(".")[2]
            if name.startswith(_MIXING):
                yield node, name


def _is_free(subject: Subject, name: str) -> bool:
    """Whether neither the report nor the project has such a layer."""
    plain = name.rstrip("123d")
    return not any(
        subject.grounds.has_word(one) or subject.grounds.in_project(one) for one in (name, plain)
    )


def _module(call: ast.Call) -> str:
    head, dot, _ = dotted_name(call.func).rpartition(".")
    return head + dot if dot else "__import__('torch').nn."
