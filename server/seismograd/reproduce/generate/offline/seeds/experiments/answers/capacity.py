"""Add far more to a buffer, a cache or a queue than it may keep, and count what it keeps."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import replace

from seismograd.reproduce.case import Case
from seismograd.reproduce.context.project_view import Parameter, Symbol
from seismograd.reproduce.generate.offline.draft import Constant, Draft
from seismograd.reproduce.generate.offline.inputs.bench import Bench
from seismograd.reproduce.generate.offline.inputs.making import CannotMake, Maker
from seismograd.reproduce.generate.offline.seeds.experiments.stage.scene import (
    NETWORKS,
    drafted,
    method,
    ranked,
)
from seismograd.reproduce.suspicion.operators.limits import LIMIT

NAME = "entries_per_capacity"
CAPACITY = Constant("CAPACITY", "8")
TIMES = 10
MOST = 6
_ADDS = ("push", "add", "append", "store", "put", "insert", "remember", "enqueue", "record",
         "observe", "set", "__setitem__", "extend")  # fmt: skip
_KEY = re.compile(r"(?:\w+_)?(?:key|name|path|id|idx|index|url|prompt|text|query|word|file)")
_STORE = re.compile(
    r"buffer|cache|queue|replay|bank|history|pool|store|memory|window|experience|reservoir", re.I
)
_OTHER_UNITS = re.compile(r"episode|bytes|second|\btime\b|traject|shard|chunk|\bper_", re.I)
"""Where a capacity may count something else than what is added."""
_LENGTH_OF_EACH = re.compile(r"tok|seq|pad|trunc|\[:", re.I)
_KEPT = '''\
def entries(thing):
    """How many entries the longest of its collections has."""
    kept = [one for one in vars(thing).values() if isinstance(one, (list, dict, set, deque))]
    return max((len(one) for one in kept), default=0)
'''


def experiments(case: Case) -> Iterator[Draft]:
    maker = Maker(case)
    for symbol in _limited(case, maker)[:MOST]:
        add = method(maker, symbol, *_ADDS)
        if add is not None:
            try:
                yield from _filled(case, maker, symbol, add)
            except CannotMake:
                continue


def _limited(case: Case, maker: Maker) -> list[Symbol]:
    """Classes that are told how much they may keep, those with words of the report first."""
    words = set(re.findall(r"[a-z]+", f"{case.report.title} {case.report.text}".lower()))
    found = [s for s in ranked(case) if s.role not in NETWORKS and _counts_entries(maker, s)]
    return sorted(found, key=lambda s: -len(words & _words(s)))


def _counts_entries(maker: Maker, symbol: Symbol) -> bool:
    limit, source = _limit(symbol), _source(maker, symbol)
    if limit is None or _OTHER_UNITS.search(source) or not _STORE.search(symbol.qualified):
        return False
    return not (limit.name.startswith("max_len") and _LENGTH_OF_EACH.search(source))


def _words(symbol: Symbol) -> set[str]:
    return {word.lower() for word in re.findall(r"[A-Z]?[a-z]+", symbol.name)}


def _source(maker: Maker, symbol: Symbol) -> str:
    nodes = [maker.trees.class_of(one) for one in (symbol, *maker.trees.ancestors(symbol))]
    return "\n".join(ast.unparse(node) for node in nodes if node is not None)


def _limit(symbol: Symbol) -> Parameter | None:
    return next((p for p in symbol.parameters if LIMIT.fullmatch(p.name)), None)


def _filled(case: Case, maker: Maker, symbol: Symbol, add: Symbol) -> Iterator[Draft]:
    limit = _limit(symbol)
    assert limit is not None
    bench = maker.bench(symbol)
    others = replace(symbol, parameters=tuple(p for p in symbol.parameters if p != limit))
    build = _with_keyword(maker.call(bench, others), limit.name, CAPACITY.name)
    variable = symbol.name.lower()
    bench.defined.add(variable)
    call = _addition(bench, add, variable)
    counts = method(maker, symbol, "__len__") is not None
    kept = f"len({variable})" if counts else f"entries({variable})"
    if not counts:
        bench.use("from collections import deque")
    body = (
        *bench.statements,
        f"{variable} = {build}",
        f"for number in range({TIMES} * {CAPACITY.name}):",
        f"    {call}",
        f"assert {kept} > 0, 'nothing is kept'",
        f"{NAME} = {kept} / {CAPACITY.name}",
    )
    idea = f"Give {symbol.name} {TIMES} times as much as it may keep."
    setup = () if counts else (_KEPT,)
    yield from drafted(case, bench, idea, body, NAME, setup=setup, constants=(CAPACITY,))


def _with_keyword(call: str, name: str, value: str) -> str:
    node = ast.parse(call, mode="eval").body
    assert isinstance(node, ast.Call)
    node.keywords.append(ast.keyword(name, ast.Name(value, ast.Load())))
    return ast.unparse(node)


def _addition(bench: Bench, add: Symbol, variable: str) -> str:
    """Each time another key: what has the same one takes the place of what was there."""
    arguments = [_argument(p) for p in add.parameters if p.default is None]
    given = ", ".join(arguments)
    if "torch." in given:
        bench.use("import torch")
    if add.name.endswith("__setitem__"):
        key, value = arguments
        return f"{variable}[{key}] = {value}"
    return f"{variable}.{add.name.rpartition('.')[2]}({given})"


def _argument(parameter: Parameter) -> str:
    is_key = _KEY.fullmatch(parameter.name) is not None
    return "str(number)" if is_key else "torch.full((4,), float(number))"
