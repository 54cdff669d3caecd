"""Tensors that stay behind on the default device, shown on a machine that has no other.

The meta device computes nothing, but it is a device: what is not there is found out all the same.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from seismograd.reproduce.case import Case
from seismograd.reproduce.context.project_view import Role, SymbolKind
from seismograd.reproduce.generate.offline.draft import Constant, Draft
from seismograd.reproduce.generate.offline.inputs.source_trees import SourceTrees
from seismograd.reproduce.generate.offline.rendering import expected_exception
from seismograd.reproduce.generate.offline.seeds.entry_points import SEED as ENTRY_POINT

DEVICE = "DEVICE"
ELSEWHERE, HERE = "'meta'", "'cpu'"
_SPEAKS = re.compile(
    r"same device|two devices|different devices?|expected device|device mismatch|wrong device|"
    r"on (?:the )?(?:gpu|cuda)|cuda:\d and cpu|cpu and cuda:\d",
    re.IGNORECASE,
)
_NOT_HERE = re.compile(r"cuda(?::\d+)?|gpu|mps|xpu|meta")
_NETWORKS = (Role.NETWORK, Role.LAYER, Role.LOSS)
_VALUES = re.compile(
    r"\.(?:item|tolist|numpy|nonzero|unique|cpu)\(|masked_select|torch\.(?:nonzero|unique|where)\(\w+\)|"
    r"\[\s?~?\w*mask\w*\s?\](?!\s?=[^=])|"
    r"\b(?:if|while|assert|bool|int|float)\b[^\n:]*\.(?:any|all|max|min|sum|mean|isnan)\("
)
_MADE = re.compile(r"torch\.(?:randn|rand|randint|ones|zeros|arange|tensor|full)\(")


def elsewhere(case: Case, draft: Draft) -> Iterator[Draft]:
    """The same call with network and inputs on another device; nothing where it says of none."""
    if not _is_about_devices(case) or _needs_values(case, draft):
        return
    if names_another_device(draft):
        yield with_device_switch(draft)
    else:
        yield from _moved(case, draft)


def on_meta_instead(case: Case, draft: Draft) -> Iterator[Draft]:
    """For code that wants an accelerator, or would take one if there were any."""
    if _is_about_devices(case) and not _needs_values(case, draft) and names_another_device(draft):
        yield with_device_switch(draft)


def names_another_device(draft: Draft) -> bool:
    return any(_names_another(one) for one in (*draft.setup, *draft.exercise))


def with_device_switch(draft: Draft) -> Draft:
    """Each device that it names is the one of the switch."""
    setup = tuple(_Elsewhere().text(statement) for statement in draft.setup)
    exercise = tuple(_Elsewhere().text(statement) for statement in draft.exercise)
    return _switched(draft.changed(setup=setup, exercise=exercise))


def _is_about_devices(case: Case) -> bool:
    expected = expected_exception(case.fingerprint)
    said = expected.message if expected is not None else ""
    return "device" in said.lower() and _SPEAKS.search(case.report.text) is not None


def _needs_values(case: Case, draft: Draft) -> bool:
    """Whether the code looks at numbers, of which the meta device has none: right code would fail.

    Scripts of the project print their loss.
    """
    if draft.seed == ENTRY_POINT or any(_VALUES.search(one) for one in draft.exercise):
        return True
    trees = SourceTrees(case.project)
    files = {s.file for s in case.project.symbols if s.role in _NETWORKS}
    return any(_VALUES.search(ast.unparse(tree)) for f in files if (tree := trees.tree(f)))


def _moved(case: Case, draft: Draft) -> Iterator[Draft]:
    """Networks when they are made, tensors right after."""
    symbols = case.project.symbols
    networks = {s.name for s in symbols if s.kind is SymbolKind.CLASS and s.role in _NETWORKS}
    exercise = [_placed(statement, networks) for statement in draft.exercise]
    if exercise != list(draft.exercise):
        yield _switched(draft.changed(exercise=tuple(exercise)))


def _placed(statement: str, networks: set[str]) -> str:
    name, _, value = statement.partition(" = ")
    if not name.isidentifier() or "\n" in statement:
        return statement
    is_network = value.partition("(")[0].rpartition(".")[2] in networks
    if is_made_tensor(statement) or (is_network and value.endswith(")")):
        return f"{name} = {value}.to({DEVICE})"
    return statement


def is_made_tensor(statement: str) -> bool:
    """Whether it gives a name to a tensor that the framework makes."""
    name, _, value = statement.partition(" = ")
    return name.isidentifier() and _MADE.match(value) is not None and value.endswith(")")


def _names_another(statement: str) -> bool:
    return ".cuda()" in statement or any(map(_is_another, ast.walk(ast.parse(statement))))


def _is_another(node: ast.AST) -> bool:
    if not isinstance(node, ast.Constant) or not isinstance(node.value, str):
        return False
    return _NOT_HERE.fullmatch(node.value) is not None


class _Elsewhere(ast.NodeTransformer):
    """`.cuda()` becomes `.to(DEVICE)`, and `"cuda"` becomes DEVICE, whatever is available."""

    def text(self, statement: str) -> str:
        return ast.unparse(ast.fix_missing_locations(self.visit(ast.parse(statement))))

    def visit_Call(self, node: ast.Call) -> ast.expr:
        self.generic_visit(node)
        if isinstance(node.func, ast.Attribute) and node.func.attr == "cuda":
            node.func.attr = "to"
            node.args = [ast.Name(DEVICE, ast.Load())]
        return node

    def visit_IfExp(self, node: ast.IfExp) -> ast.expr:
        """`"cuda" if torch.cuda.is_available() else "cpu"`."""
        self.generic_visit(node)
        return node.body if "is_available" in ast.unparse(node.test) else node

    def visit_Constant(self, node: ast.Constant) -> ast.expr:
        return ast.Name(DEVICE, ast.Load()) if _is_another(node) else node


def _switched(draft: Draft) -> Draft:
    return draft.changed(
        constants=(*draft.constants, Constant(DEVICE, ELSEWHERE, HERE)),
        idea=f"{draft.idea} On the meta device, and on the CPU for a control.",
    )
