"""Chance that nobody seeded, and orders that nobody fixed."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from seismograd.reproduce.candidate import Patch
from seismograd.reproduce.suspicion.rewriting import by_expression, inserted
from seismograd.reproduce.suspicion.suspect_statements import SuspectStatement

_GENERATORS = {"default_rng", "Random", "RandomState"}
_CHANCE = re.compile(r"rand|shuffle|sample|choice|permut|normal|seed|generator", re.I)
_ALL = (
    "__import__('random').seed({0})",
    "__import__('numpy').random.seed({0})",
    "__import__('torch').manual_seed({0})",
)


def seeded(suspect: SuspectStatement) -> Iterator[Patch]:
    """Every generator seeded at the start of a function that has a seed, or uses chance."""
    if not suspect.first_in_function or suspect.function is None:
        return
    seed = _seed(suspect)
    text = ast.unparse(suspect.function)
    if seed is None and not _CHANCE.search(text):
        return
    for statement in _ALL:
        line = statement.format(seed or "0")
        yield inserted(suspect, f"after {line.replace('__import__', '')}", line)


@by_expression
def seeded_generator(node: ast.expr, suspect: SuspectStatement) -> Iterator[tuple[ast.expr, str]]:
    if isinstance(node, ast.Call):
        name = ast.unparse(node.func).rpartition(".")[2]
        seed = _seed(suspect) or "0"
        if name in _GENERATORS:
            value = ast.parse(seed, mode="eval").body
            yield ast.Call(node.func, [value], []), f"seeded with {seed}"
        if name == "Generator":
            text = f"{ast.unparse(node)}.manual_seed({seed})"
            yield ast.parse(text, mode="eval").body, f"seeded with {seed}"


@by_expression
def in_order(node: ast.expr, _suspect: SuspectStatement) -> Iterator[tuple[ast.expr, str]]:
    """Sets and folders have no order of their own; hashes and clocks are another every time."""
    if isinstance(node, ast.Set | ast.SetComp):
        yield _sorted(node), "in order"
    if isinstance(node, ast.Call):
        name = ast.unparse(node.func).rpartition(".")[2]
        if name in ("set", "listdir", "glob", "iterdir", "rglob", "union", "intersection"):
            yield _sorted(node), "in order"
        if name in ("hash", "id", "time", "time_ns", "perf_counter", "urandom"):
            text = f"__import__('zlib').crc32(repr({ast.unparse(node.args[0])}).encode())"
            fixed = ast.parse(text if node.args else "0", mode="eval").body
            yield fixed, f"the same {name} every time"


def _sorted(node: ast.expr) -> ast.expr:
    return ast.Call(ast.Name("sorted", ast.Load()), [node], [])


def _seed(suspect: SuspectStatement) -> str | None:
    if "seed" in suspect.parameters:
        return "seed"
    constructor = suspect.constructor
    given = {one.arg for one in constructor.args.args} if constructor else set()
    return "self.seed" if "seed" in given else None
