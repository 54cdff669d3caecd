"""Whether a program uses a network only as a function of one tensor: another may stand around it.

What is not certain counts as a use.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator

from seismograd.program.model import Network, Program
from seismograd.repair.layers.network_place import documents_of
from seismograd.repair.layers.numbered_items import is_numbered
from seismograd.repair.layers.syntax import with_parents
from seismograd.repair.parameter import CannotWrite
from seismograd.source.evaluate.calls import Call
from seismograd.source.evaluate.values import Instance, Object, Place

MODULE, SEQUENTIAL = "torch.nn.Module", "torch.nn.Sequential"
FORWARD = ("__init__", "forward")
INSIDE = frozenset({
    "children", "get_submodule", "named_children", "named_modules", "register_forward_hook",
    "register_forward_pre_hook", "register_full_backward_hook", "named_steps",
})  # fmt: skip
"""Methods that look into a module."""
CLASSES = frozenset({"isinstance", "issubclass", "type"})


def check_is_function(network: Network, made: Place, program: Program) -> None:
    """`made`: the call that makes the network. Raises `CannotWrite`."""
    if not all(map(_has_one_input, forwards(network, program))):
        raise CannotWrite("the network is not given one tensor alone")
    nodes = list(_nodes(program))
    own = _own_names(network)
    if any(_looks_inside(node, own) for node in nodes) or _is_numbered(made, program):
        raise CannotWrite("the program uses parts of the network")
    if _has_call(nodes, "load") and not _has_call(nodes, "save"):
        raise CannotWrite("the program loads weights")


def forwards(network: Network, program: Program) -> list[Call]:
    """Calls that apply it. Raises `CannotWrite` where there are none."""
    steps = [one.call for loop in program.loops for one in loop.anywhere("forward")]
    steps += [call for one in program.evaluations for call in one.forwards]
    found = [call for call in steps if call.receiver is network.value]
    if not found:
        raise CannotWrite("it is not certain what the network is given")
    return found


def _has_one_input(call: Call) -> bool:
    return len(call.positional) == 1 and not call.keywords and not call.open


def _own_names(network: Network) -> frozenset[str]:
    """Of attributes and methods that another module around it would not have.

    Raises `CannotWrite`.
    """
    value = network.value
    if isinstance(value, Object) and value.path == SEQUENTIAL:
        return frozenset()
    if not isinstance(value, Instance) or value.cls.library_bases != (MODULE,):
        raise CannotWrite("it is no plain module of PyTorch")
    methods = [name for name in value.cls.namespace if name not in FORWARD]
    return frozenset({*methods, *value.attributes})


def _nodes(program: Program) -> Iterator[ast.AST]:
    for document in documents_of(program):
        for chunk in document.chunks:
            for statement in chunk.statements:
                yield from ast.walk(statement)


def _looks_inside(node: ast.AST, own: frozenset[str]) -> bool:
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in CLASSES:
        return len(node.args) < 2 or not _names_library(node.args[1])
    if not isinstance(node, ast.Attribute):
        return False
    is_self = isinstance(node.value, ast.Name) and node.value.id == "self"
    return node.attr in INSIDE or (node.attr in own and not is_self)


def _names_library(node: ast.expr) -> bool:
    """Whether a class is one of a library, such as `nn.Linear`: parts are still found then."""
    several = node.elts if isinstance(node, ast.Tuple) else [node]
    return all(isinstance(one, ast.Attribute) for one in several)


def _is_numbered(made: Place, program: Program) -> bool:
    """Whether a file takes layers out of what the statement around the call names."""
    around = with_parents(made)[1:]
    return any(is_numbered(document, around) for document in documents_of(program))


def _has_call(nodes: Iterable[ast.AST], name: str) -> bool:
    """Whether the program says `torch.load` or `torch.save`."""
    found = [node.value for node in nodes if isinstance(node, ast.Attribute) and node.attr == name]
    return any(isinstance(one, ast.Name) and one.id == "torch" for one in found)
