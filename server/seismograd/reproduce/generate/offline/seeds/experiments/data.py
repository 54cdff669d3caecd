"""Examples that can be told apart, and what a data set, a loader or a split makes of them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from seismograd.reproduce.case import Case
from seismograd.reproduce.context.project_view import Parameter, Role, Symbol
from seismograd.reproduce.generate.offline.draft import Constant, Draft
from seismograd.reproduce.generate.offline.inputs.bench import Bench
from seismograd.reproduce.generate.offline.inputs.making import CannotMake, Maker
from seismograd.reproduce.generate.offline.inputs.reported import Reported
from seismograd.reproduce.generate.offline.seeds.experiments.oracle import wanted
from seismograd.reproduce.generate.offline.seeds.experiments.scene import drafted, functions, ranked

COUNT = "EXAMPLES"
_DATA = re.compile(r"data|samples?|items|examples|x|xs|features|inputs|images?|records|rows|series|"
                   r"values|sequence|sequences|files|indices|points|texts|tokens|array|tensor|dataset|"
                   r"source|ds")  # fmt: skip
_LABELS = re.compile(r"y|ys|labels?|targets?|classes")
_COUNTS = re.compile(r"n|num_(samples|examples|items)|size|length|total|n_(samples|examples)|count")
_SPLITS = r"split|fold|partition|holdout|train_test|train_val"
_LOADS = r"loader|batch|iterate|sampler|dataset|collate|window|chunk"
FORMS = (
    f"list(range({COUNT}))",
    f"torch.arange({COUNT}).float()",
    f"torch.arange({COUNT}).float().unsqueeze(1)",
)
"""What examples may be: each is its own number."""
_IDENTITIES = '''\
def identities(source):
    """The numbers of the examples, in the order in which they come."""
    if isinstance(source, torch.Tensor):
        return source.flatten().tolist() if source.dim() < 2 else source[:, 0].flatten().tolist()
    if isinstance(source, (int, float)):
        return [float(source)]
    if isinstance(source, dict):
        source = list(source.values())[:1]
    return [number for one in {each} for number in identities(first_of(one))]


def first_of(one):
    """Of an example with a label, the example."""
    is_pair = isinstance(one, (tuple, list)) and len(one) == 2 and PAIRS
    return one[0] if is_pair else one
'''
_INDEXED = "([source[i] for i in range(len(source))] if hasattr(source, '__getitem__') else source)"
_MEASURES = (
    "came = identities(source)",
    "length = len(source) if hasattr(source, '__len__') else len(list(source))",
    "duplicates = len(came) - len(set(came))",
    f"missing = {COUNT} - len(set(came))",
)
_ALL = ("length", "duplicates", "missing")


@dataclass(frozen=True, slots=True)
class _Source:
    bench: Bench
    statements: tuple[str, ...]
    expression: str
    what: str
    pairs: bool


def experiments(case: Case) -> Iterator[Draft]:
    asked = wanted(case.fingerprint)
    if "overlap" in asked or "missing" in asked:
        yield from _splits(case)
    for source in _sources(case):
        if "same_order" in asked:
            yield from _orders(case, source)
        elif "mismatches" in asked:
            yield from _labels(case, source)
        else:
            yield from _counted(case, source)


def _counted(case: Case, source: _Source) -> Iterator[Draft]:
    body = (*source.statements, f"source = {source.expression}", *_MEASURES)
    idea = f"Count the examples that {source.what} gives."
    setup = (f"PAIRS = {source.pairs}", _IDENTITIES.replace("{each}", _INDEXED))
    for constants in _counts(case):
        yield from drafted(case, source.bench, idea, body, *_ALL, setup=setup,
                           constants=constants)  # fmt: skip


def _counts(case: Case) -> Iterator[tuple[Constant, ...]]:
    """With what the report says; else with a last batch that is not full, and with full ones."""
    told = Reported(case.report).value("samples")
    if told is not None and told.isdigit():
        yield (Constant(COUNT, told),)
    else:
        yield (Constant(COUNT, "10", "8"),)
        yield (Constant(COUNT, "10"),)


def _orders(case: Case, source: _Source) -> Iterator[Draft]:
    body = (
        *source.statements,
        f"source = {source.expression}",
        "orders = [identities(list(source)) for _ in range(4)]",
        "same_order = all(order == orders[0] for order in orders)",
    )
    idea = f"Go through {source.what} several times, and compare the orders."
    setup = (f"PAIRS = {source.pairs}", _IDENTITIES.replace("{each}", "source"))
    constants = (Constant(COUNT, "32"),)
    yield from drafted(case, source.bench, idea, body, "same_order", setup=setup,
                       constants=constants)  # fmt: skip


def _labels(case: Case, source: _Source) -> Iterator[Draft]:
    """Each example has its own number for a label."""
    if not source.pairs:
        return
    body = (
        *source.statements,
        f"source = {source.expression}",
        "given = source if not hasattr(source, '__getitem__') else "
        "[source[i] for i in range(len(source))]",
        "pairs = [(torch.as_tensor(x).flatten()[0], torch.as_tensor(y).flatten()[0]) "
        "for x, y in given]",
        "mismatches = sum(float(x) != float(y) for x, y in pairs)",
    )
    idea = f"Compare examples of {source.what} with their labels."
    constants = (Constant(COUNT, "10"),)
    yield from drafted(case, source.bench, idea, body, "mismatches", constants=constants)


def _sources(case: Case) -> Iterator[_Source]:
    classes = [s for s in ranked(case) if s.role is Role.DATASET or _gives_examples(case, s)]
    makers = functions(case, _LOADS, Role.DATASET)
    makers = [s for s in makers if not re.search(_SPLITS, s.name)]
    for symbol in (*classes[:3], *makers[:3]):
        for form in FORMS:
            made = _made(case, symbol, form)
            if made is not None:
                yield made


def _gives_examples(case: Case, symbol: Symbol) -> bool:
    methods = {s.name for s in case.project.symbols if s.module == symbol.module}
    iterates = f"{symbol.name}.__iter__" in methods or f"{symbol.name}.__getitem__" in methods
    return iterates and symbol.role in (Role.OTHER, Role.DATASET)


def _made(case: Case, symbol: Symbol, form: str) -> _Source | None:
    """The call of something that takes examples; None where nothing in it looks like them."""
    maker = Maker(case)
    bench = maker.bench(symbol)
    bench.use(f"from {symbol.module} import {symbol.name}")
    given: list[str] = []
    told: set[str] = set()
    for parameter in symbol.parameters:
        kind = _kind(parameter)
        value = {"data": "data", "labels": "labels", "count": COUNT}.get(kind)
        if kind == "count" and parameter.default is not None:
            value = None
        if value is None:
            try:
                value = maker.argument(bench, symbol, parameter, {}, 0)
            except CannotMake:
                return None
        else:
            told.add(kind)
        if value is not None:
            given.append(f"{parameter.name}={value}")
    if not told & {"data", "count"}:
        return None
    statements = [*bench.statements]
    if "data" in told:
        statements.append(f"data = {form}")
    if "labels" in told:
        statements.append(f"labels = torch.arange({COUNT}).float()")
    call = f"{symbol.name}({', '.join(given)})"
    return _Source(bench, tuple(statements), call, symbol.name, "labels" in told)


def _kind(parameter: Parameter) -> str:
    name = parameter.name.lower()
    if parameter.is_variadic:
        return ""
    if _LABELS.fullmatch(name):
        return "labels"
    if _DATA.fullmatch(name):
        return "data"
    return "count" if _COUNTS.fullmatch(name) else ""


def _splits(case: Case) -> Iterator[Draft]:
    for symbol in functions(case, _SPLITS)[:3]:
        for form in FORMS:
            source = _made(case, symbol, form)
            if source is None:
                continue
            body = (
                *source.statements,
                f"parts = {source.expression}",
                "parts = list(parts.values()) if isinstance(parts, dict) else list(parts)",
                "parts = [list(identities(part)) for part in parts[:3]]",
                "came = [number for part in parts for number in part]",
                "overlap = len(came) - len(set(came))",
                f"missing = {COUNT} - len(set(came))",
            )
            idea = f"See what {symbol.name} puts where."
            setup = ("PAIRS = False", _IDENTITIES.replace("{each}", _INDEXED))
            constants = (Constant(COUNT, "20"),)
            yield from drafted(case, source.bench, idea, body, "overlap", "missing", setup=setup,
                               constants=constants)  # fmt: skip
