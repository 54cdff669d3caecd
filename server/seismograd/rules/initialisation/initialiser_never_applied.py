from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator

from seismograd.faults import FaultType, Finding, Severity
from seismograd.program.model import Network, Program
from seismograd.program.torch.names import MODULE
from seismograd.rules.module_facts import inherits_only
from seismograd.rules.rule import Rule
from seismograd.source.chunks import Chunk
from seismograd.source.document import Document
from seismograd.source.evaluate.values import Class, Function, Instance, Place

_NAME = re.compile(
    r"^_?(init|initiali[sz]e|reset)_?(all_)?(weights?|params?|parameters)_?$|^_?weights?_init_?$"
)


class InitialiserNeverApplied(Rule):
    """
    ## What it does
    Finds functions and methods that set the starting weights of a network (`init_weights`,
    `weights_init`, ...) in a program that trains the network and never calls them.

    ## Why is this bad?
    The weights start from the defaults of the library, not from what was written down.

    ## Example
    ```python
    def weights_init(m):
        if isinstance(m, nn.Linear):
            nn.init.xavier_uniform_(m.weight)


    net = Net()
    train(net)
    ```

    ## How to fix
    ```python
    net = Net()
    net.apply(weights_init)
    ```

    ## When to ignore
    Where another program calls it.

    ## References
    - PyTorch documentation of `torch.nn.Module.apply`: typical use includes initialising the
      parameters of a model.
    """

    code = "SG405"
    name = "initialiser-never-applied"
    fault_type = FaultType.WCI
    severity = Severity.INFO
    confidence = 0.8
    needs_whole_file = True
    about_absence = True

    def check(self, program: Program) -> Iterator[Finding]:
        if not program.loops or not program.complete:
            return
        for chunk in program.document.chunks:
            name = chunk.defines or ""
            sets = _NAME.match(name) and not chunk.is_class and _sets_weights(chunk.statements)
            if sets and not _is_named(program.document, chunk):
                yield self._finding(Place(chunk, chunk.statements[0]), name)
        trained = {id(network) for loop in program.loops for network in loop.networks}
        for network in program.networks:
            if id(network) in trained:
                yield from self._of_network(program, network)

    def _of_network(self, program: Program, network: Network) -> Iterator[Finding]:
        if not isinstance(network.value, Instance):
            return
        cls = network.value.cls
        if not inherits_only(cls, MODULE):
            return
        for name, function in cls.namespace.items():
            if not isinstance(function, Function) or not _NAME.match(name):
                continue
            if _sets_weights([function.node]) and not _is_read(program, cls, name):
                yield self._finding(Place(function.chunk, function.node), name)

    def _finding(self, place: Place, name: str) -> Finding:
        node = place.node
        at = node.args if isinstance(node, ast.FunctionDef) else node
        first = at.args[0] if isinstance(at, ast.arguments) and at.args else node
        return self.finding(
            Place(place.chunk, first).span,
            f"`{name}` sets the starting weights but is never called: the network starts from "
            "the defaults.",
            because="The program trains a network and names this function nowhere.",
        )


def _sets_weights(nodes: Iterable[ast.AST]) -> bool:
    """Whether code fills parameters with values."""
    return any(
        isinstance(node, ast.Attribute) and node.attr in ("data", "init", "weight")
        for outer in nodes
        for node in ast.walk(outer)
    )


def _is_named(document: Document, own: Chunk) -> bool:
    """Whether any other statement mentions a definition."""
    word = (own.defines or "").encode()
    return any(chunk is not own and word in chunk.identifiers for chunk in document.chunks)


def _is_read(program: Program, cls: Class, name: str) -> bool:
    documents = {program.document}
    documents |= {
        base.place.chunk.document
        for base in cls.lineage()
        if isinstance(base, Class) and base.place is not None
    }
    for document in documents:
        for chunk in document.chunks:
            for statement in chunk.statements:
                for node in ast.walk(statement):
                    if isinstance(node, ast.Attribute) and node.attr == name:
                        return True
                    if isinstance(node, ast.Name) and node.id == "getattr":
                        return True
    return False
