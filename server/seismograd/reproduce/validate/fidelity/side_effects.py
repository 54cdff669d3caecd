"""Statements that change what is not the script's own, and give it no result.

Settings of the interpreter and of packages, and the state of objects that the project has made.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from seismograd.reproduce.context.modules import dotted_name
from seismograd.reproduce.validate.edits import replaced
from seismograd.reproduce.validate.fidelity.doubt import Decides, Doubt, Variant
from seismograd.reproduce.validate.fidelity.script_calls import ScriptCalls
from seismograd.reproduce.validate.fidelity.subject import Subject
from seismograd.reproduce.validate.script_names import names_of, root_name
from seismograd.runs.keras_backend import VARIABLE

SEEDING = re.compile(
    r"^(?:manual_seed(?:_all)?|seed|seed_everything|set_seed|set_random_seed|enable_determinism)$"
)
_NEEDED = ("sys.path", "sys.argv", "sys.stdout", "sys.stderr", "runpy", "unittest")
_MEASURES = ("gc.", "logging.", "time.", "tracemalloc.", "warnings.reset")
_SHOWS_WARNINGS = re.compile(r"^warnings\.\w+\(['\"](?:always|default|ignore|once)")
_OF_FILES = re.compile(r"^(?:shutil|os\.(?!environ|chdir|putenv|umask))")
"""They are examined as such."""
_IN_PLACE = frozenset(
    {"add", "append", "clear", "discard", "extend", "insert", "pop", "popitem", "remove",
     "reverse", "setdefault", "sort", "update"}
)  # fmt: skip
_TAKES_AWAY = frozenset({"clear", "pop", "popitem", "remove"})
_NOTHING = "__import__('contextlib').nullcontext()"
Effect = tuple[ast.stmt | ast.expr, str, str]
"""Where it is, what names it, and what may stand in its place."""


def side_effects(subject: Subject) -> Iterator[Doubt]:
    """All are left out, or each where that says nothing: the symptom has to be there as well."""
    source = subject.script.source
    found = {
        id(node): (node, instead)
        for node, name, instead in (*_global_settings(subject), *_changed_objects(subject))
        if not _is_reported(subject, name)
    }
    if not found:
        return
    effects = sorted(found.values(), key=lambda one: one[0].lineno)
    ways = [effects, *([one] for one in effects)] if len(effects) > 1 else [effects]
    variants = [Variant("the script without it", replaced(source, way)) for way in ways]
    told = " and ".join(ast.unparse(node) for node, _ in effects)
    what = f"{told}, which the report does not speak of"
    yield Doubt(what, effects[0][0].lineno, variants, Decides.AS_THE_FIRST_SAYS)


def _is_reported(subject: Subject, name: str) -> bool:
    return subject.grounds.has_word(name) or subject.grounds.names(name)


def _global_settings(subject: Subject) -> Iterator[Effect]:
    """`numpy.seterr(all="raise")`, `with torch.no_grad():`, `os.environ["A"] = "1"`."""
    tree = subject.script.tree
    modules = {one.module.partition(".")[0] for one in subject.case.project.symbols}
    imported = names_of(tree).imported
    foreign = {name for name, full in imported.items() if full.partition(".")[0] not in modules}
    for node in ast.walk(tree):
        match node:
            case ast.Expr(value=ast.Call() as call) if _is_setting(call, imported, foreign):
                yield node, dotted_name(call.func).rpartition(".")[2], "pass"
            case ast.withitem(context_expr=ast.Call() as call, optional_vars=None):
                if _is_setting(call, imported, foreign):
                    yield call, dotted_name(call.func).rpartition(".")[2], _NOTHING
            case ast.Assign(targets=[ast.Attribute() | ast.Subscript() as target]):
                if root_name(target) in foreign and not _is_needed(target, imported):
                    yield node, _last_name(target), "pass"


def _is_setting(call: ast.Call, imported: dict[str, str], foreign: set[str]) -> bool:
    """It is given nothing that the script has made, so that what it does is done to all."""
    name = dotted_name(call.func)
    if root_name(call.func) not in foreign or SEEDING.match(name.rpartition(".")[2]):
        return False
    given = [*call.args, *(one.value for one in call.keywords)]
    names = {node.id for one in given for node in ast.walk(one) if isinstance(node, ast.Name)}
    return names <= set(imported) and bool(name) and not _is_needed(call, imported)


def _is_needed(node: ast.expr, imported: dict[str, str]) -> bool:
    """By whatever runs: where modules are found, what a command is given, and what is measured."""
    text, root = ast.unparse(node), root_name(node.func if isinstance(node, ast.Call) else node)
    full = text.replace(root, imported.get(root, root), 1)
    is_shown = _OF_FILES.match(full) or _SHOWS_WARNINGS.match(full)
    return full.startswith((*_NEEDED, *_MEASURES)) or VARIABLE in text or bool(is_shown)


def _changed_objects(subject: Subject) -> Iterator[Effect]:
    """Of the project: attributes of what it made, and parts that are taken out of what it gave."""
    tree = subject.script.tree
    objects = set(ScriptCalls(tree, subject.case.project).objects)
    objects |= set(_parts(tree, objects))
    results = set(_results(subject, objects)) - objects
    for node in ast.walk(tree):
        match node:
            case ast.Assign(targets=[target]) | ast.AugAssign(target=target):
                if _is_state(target, objects) and not _is_known(subject, target, node.value):
                    yield node, _last_name(target), "pass"
            case ast.Delete(targets=[ast.Attribute() | ast.Subscript() as target]):
                if root_name(target) in objects | results:
                    yield node, _last_name(target), "pass"
            case ast.Expr(value=ast.Call(func=ast.Attribute() as called) as call):
                if _is_in_place(call, called, objects) or _takes_away(called, results):
                    yield node, _last_name(called.value), "pass"


def _is_in_place(call: ast.Call, called: ast.Attribute, objects: set[str]) -> bool:
    """`sampler.lengths.pop()`, `network.requires_grad_(False)`, `init.zeros_(network.weight)`."""
    if called.attr.endswith("_") and not called.attr.endswith("__"):
        return any(root_name(one) in objects for one in (called, *call.args[:1]))
    is_part = isinstance(called.value, ast.Attribute) and root_name(called) in objects
    return is_part and called.attr in _IN_PLACE


def _takes_away(called: ast.Attribute, results: set[str]) -> bool:
    owner = called.value
    return isinstance(owner, ast.Name) and owner.id in results and called.attr in _TAKES_AWAY


def _parts(tree: ast.Module, objects: set[str]) -> Iterator[str]:
    """What loops over an object go through: `for weight in network.parameters()`."""
    for node in ast.walk(tree):
        if isinstance(node, ast.For):
            through = node.iter.func if isinstance(node.iter, ast.Call) else node.iter
            if isinstance(through, ast.Attribute) and root_name(through) in objects:
                names = (one for one in ast.walk(node.target) if isinstance(one, ast.Name))
                yield from (one.id for one in names)


def _results(subject: Subject, objects: set[str]) -> Iterator[str]:
    """Names of what calls of the project have given."""
    ours = {id(call.node) for call in subject.script.calls}
    for node in ast.walk(subject.script.tree):
        match node:
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.Call() as call):
                if id(call) in ours or root_name(call.func) in objects:
                    yield name


def _is_state(target: ast.expr, objects: set[str]) -> bool:
    """Content of an object; not what is held by a plain name, such as data."""
    inner = target.value if isinstance(target, ast.Subscript) else target
    return isinstance(inner, ast.Attribute) and root_name(inner) in objects


def _is_known(subject: Subject, target: ast.expr, value: ast.expr) -> bool:
    """Whether the report has the value, or the project sets the same from outside."""
    name = re.escape(_last_name(target))
    if isinstance(value, ast.Constant) and subject.grounds.has(value.value):
        return True
    return subject.grounds.matches_project(rf"(?<!self)\.{name}(?:\[[^\]\n]*\])?\s*[-+*/|]?=[^=]")


def _last_name(node: ast.expr) -> str:
    """What is set: a key where it is written down, else the attribute."""
    match node:
        case ast.Subscript(slice=ast.Constant(value=str(key))):
            return key
        case ast.Subscript(value=inner):
            return _last_name(inner)
        case ast.Attribute(attr=name) | ast.Name(id=name):
            return name
    return ""
