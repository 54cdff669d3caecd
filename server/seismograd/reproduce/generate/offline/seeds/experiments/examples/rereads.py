"""A data set that was read once, and what it gives then: reading must not change it."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from itertools import islice

from seismograd.reproduce.case import Case
from seismograd.reproduce.context.project_view import Role, Symbol, SymbolKind
from seismograd.reproduce.generate.offline.draft import Constant, Draft
from seismograd.reproduce.generate.offline.inputs.making import Maker
from seismograd.reproduce.generate.offline.inputs.source_trees import AnyFunction
from seismograd.reproduce.generate.offline.seeds.experiments.examples.data_sources import (
    COUNT,
    Source,
    sources_of,
)
from seismograd.reproduce.generate.offline.seeds.experiments.stage.builds import Built, builds
from seismograd.reproduce.generate.offline.seeds.experiments.stage.oracle import wanted
from seismograd.reproduce.generate.offline.seeds.experiments.stage.scene import (
    drafted,
    functions,
    ranked,
)

NAME = "difference_between_reads"
EXAMPLES = "100"
"""Enough for the windows that people use."""
MOST_SETS = 4
MOST_WAYS = 6
_MAKES = r"dataset|make_data|build_data|get_data|load_data"
_OWN_CHANCE = re.compile(r"default_rng\(|Generator\(|RandomState\(|random\.Random\(|\brng\b")
_CHANCE = re.compile(r"rand|shuffl|choice|perm|noise|sample\(|dropout", re.I)
_ROWS = f"torch.arange({COUNT}).float()"
_OTHER_ROWS = (
    f"np.arange({COUNT}, dtype=np.float32)",
    f"torch.rand({COUNT}, 3, 8, 8)",
    f"np.random.default_rng(0).random(({COUNT}, 3, 8, 8), dtype=np.float32)",
)
_NUMBERS = '''\
def numbers(example):
    """All numbers of an example, in a row."""
    if isinstance(example, dict):
        example = list(example.values())
    if isinstance(example, (list, tuple)):
        return torch.cat([torch.zeros(0).double(), *(numbers(one) for one in example)])
    if example is None or isinstance(example, str):
        return torch.zeros(0).double()
    return torch.as_tensor(example).double().flatten().clone()
'''
_FIRST_READS = '''\
def first_reads(dataset, count=8):
    """The first examples, each out of a copy that nobody has read."""
    reads = []
    for index in range(min(count, len(dataset))):
        {seeding}reads.append(numbers(copy.deepcopy(dataset)[index]))
    return reads
'''
_SEEDING = "torch.manual_seed(0), random.seed(0), np.random.seed(0)\n        "
_MEASURE = (
    "before = first_reads(dataset)",
    "if READ_BEFORE:",
    "    for index in range(len(dataset)):",
    "        dataset[index]",
    "after = first_reads(dataset)",
    f"{NAME} = max((a - b).abs().max().item() for a, b in zip(before, after))",
)
_READ_BEFORE = Constant("READ_BEFORE", "True", "False")


def experiments(case: Case) -> Iterator[Draft]:
    """Not where chance is kept from read to read: then examples differ by intent."""
    if NAME not in wanted(case.fingerprint):
        return
    maker = Maker(case)
    if not _keeps_chance(maker):
        for symbol in _sets(case, maker)[:MOST_SETS]:
            yield from islice(_of_one(case, maker, symbol), MOST_WAYS)


def _sets(case: Case, maker: Maker) -> list[Symbol]:
    """Classes that examples are read from by number, and functions that make such sets."""
    classes = [s for s in ranked(case) if maker.trees.method(s, "__getitem__") is not None]
    makers = [s for s in functions(case, _MAKES, Role.DATASET) if not _is_of_parts(maker, s)]
    named = set(case.report.names)
    return sorted([*classes, *makers], key=lambda s: s.name not in named)


def _is_of_parts(maker: Maker, function: Symbol) -> bool:
    """What returns several things at once is no data set."""
    node = maker.trees.function(function)
    returned = [n.value for n in ast.walk(node) if isinstance(n, ast.Return)] if node else []
    return any(isinstance(one, ast.Tuple) for one in returned)


def _keeps_chance(maker: Maker) -> bool:
    """Whether an object or a module of the project has a generator of its own."""
    trees = (maker.trees.tree(file) for file in maker.trees.files())
    kept = (n for tree in trees if tree for n in tree.body if not isinstance(n, AnyFunction))
    return any(_OWN_CHANCE.search(ast.unparse(node)) for node in kept)


def _of_one(case: Case, maker: Maker, symbol: Symbol) -> Iterator[Draft]:
    """As the project makes it, else of examples that are plain numbers."""
    ways = list(builds(case, maker, symbol))
    for way in ways:
        if not way.is_made_up:
            yield from _built(case, maker, symbol, way)
    if symbol.kind is SymbolKind.CLASS:
        for source in sources_of(case, symbol):
            yield from _of_numbers(case, maker, symbol, source)
    for way in ways:
        if way.is_made_up:
            yield from _built(case, maker, symbol, way)


def _built(case: Case, maker: Maker, symbol: Symbol, way: Built) -> Iterator[Draft]:
    body = (*way.before, f"dataset = {way.expression}", *_MEASURE)
    yield from drafted(case, way.bench, _idea(symbol), body, NAME, setup=_setup(maker, symbol),
                       constants=(_READ_BEFORE,))  # fmt: skip


def _of_numbers(case: Case, maker: Maker, symbol: Symbol, source: Source) -> Iterator[Draft]:
    given = "\n".join(source.statements)
    for rows in (_ROWS, *_OTHER_ROWS) if f"data = {_ROWS}" in source.statements else (_ROWS,):
        made = tuple(given.replace(_ROWS, rows, 1).splitlines())
        body = (*made, f"dataset = {source.expression}", *_MEASURE)
        yield from drafted(case, source.bench, _idea(symbol), body, NAME,
                           setup=_setup(maker, symbol),
                           constants=(Constant(COUNT, EXAMPLES), _READ_BEFORE))  # fmt: skip


def _idea(symbol: Symbol) -> str:
    return f"Read the examples of {symbol.name} twice, with all of them read in between."


def _setup(maker: Maker, symbol: Symbol) -> tuple[str, str]:
    """What draws by chance draws the same each time."""
    node = maker.trees.class_of(symbol) or maker.trees.function(symbol)
    draws = node is not None and _CHANCE.search(ast.unparse(node))
    return _NUMBERS, _FIRST_READS.replace("{seeding}", _SEEDING if draws else "")
