"""Examples that can be told apart, and what a data set, a loader or a split makes of them."""

from __future__ import annotations

import re
from collections.abc import Iterator

from seismograd.reproduce.case import Case
from seismograd.reproduce.context.project_view import Role, Symbol
from seismograd.reproduce.generate.offline.draft import Constant, Draft
from seismograd.reproduce.generate.offline.inputs.reported import Reported
from seismograd.reproduce.generate.offline.seeds.experiments.examples import groups, reads
from seismograd.reproduce.generate.offline.seeds.experiments.examples.batch_sizes import (
    in_batches_of_one,
)
from seismograd.reproduce.generate.offline.seeds.experiments.examples.data_sources import (
    COUNT,
    Source,
    sources_of,
)
from seismograd.reproduce.generate.offline.seeds.experiments.stage.oracle import (
    compared_with,
    wanted,
)
from seismograd.reproduce.generate.offline.seeds.experiments.stage.scene import (
    drafted,
    functions,
    ranked,
)

SPLITS = r"split|fold|partition|holdout|train_test|train_val|divide"
_LOADS = r"shuffle|permute|loader|batch|iterate|sampler|dataset|collate|window|chunk|segment|frame"
_IDENTITIES = '''\
def identities(source):
    """The numbers of the examples, in the order in which they come."""
    if isinstance(source, torch.Tensor):
        return source.flatten().tolist()
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
_LENGTH = "length = len(source) if hasattr(source, '__len__') else len(list(source))"
_KNOWN = f"assert set(came) <= set(range({COUNT})), 'the examples are not as they were given'"
_MEASURES = (
    "came = identities(source)",
    _KNOWN,
    "duplicates = len(came) - len(set(came))",
    f"missing = {COUNT} - len(set(came))",
)
_ALL = ("duplicates", "missing")
_MANY = "1000"
_PLAIN_PARTS = (
    "parts = parts.values() if isinstance(parts, dict) else parts",
    "came = [int(one) for part in parts for one in part]",
)
_PAIRS_OF_SOURCE = (
    "if isinstance(source, tuple):",
    "    source = [source]",
    "elif hasattr(source, '__getitem__'):",
    "    source = [source[i] for i in range(len(source))]",
    "pairs = [(torch.as_tensor(x).flatten(), torch.as_tensor(y).flatten()) for x, y in source]",
)
_FOLDS = (
    "folds = [(set(map(int, train)), set(map(int, held))) for train, held in parts]",
    "held_out = [one for _, held in folds for one in held]",
    f"assert set(held_out) <= set(range({COUNT})), 'the examples are not as they were given'",
    "shared = sum(len(train & held) for train, held in folds)",
    "overlap = shared + len(held_out) - len(set(held_out))",
    f"missing = {COUNT} - len(set(held_out))",
)
"""Each fold has its own training set; what is held out is held out once."""
_PARTS = (
    "parts = list(parts.values()) if isinstance(parts, dict) else list(parts)",
    "assert not any(isinstance(one, (tuple, list, set)) for part in parts for one in part)",
    "parts = [list(identities(part)) for part in parts[:3]]",
    "came = [number for part in parts for number in part]",
)
_SHARED = (_KNOWN, "overlap = len(came) - len(set(came))", f"missing = {COUNT} - len(set(came))")


def experiments(case: Case) -> Iterator[Draft]:
    asked = wanted(case.fingerprint)
    if "overlap" in asked:
        yield from groups.experiments(case)
    if "overlap" in asked or "missing" in asked:
        yield from _splits(case)
    if "difference_between_reads" in asked:
        yield from reads.experiments(case)
        return
    for source in _sources(case):
        if "same_order" in asked:
            yield from _orders(case, source) if source.draws else ()
        elif "mismatches" in asked:
            yield from _labels(case, source)
        elif "length" in asked:
            yield from _lengths(case, source)
        else:
            yield from _counted(case, source)


def _lengths(case: Case, source: Source) -> Iterator[Draft]:
    """Only for what was seen: that something else was expected is true of most lengths."""
    check = compared_with(case.fingerprint, "length")
    told = _reported_counts(case)
    if check is None or check.operator not in ("==", "~") or not told:
        return
    body = (*source.statements, f"source = {source.expression}", _LENGTH)
    idea = f"Count what {source.what} gives."
    for count in told:
        yield from drafted(case, source.bench, idea, body, "length",
                           constants=(Constant(COUNT, count),))  # fmt: skip


def _counted(case: Case, source: Source) -> Iterator[Draft]:
    """Windows may share examples, and leave some out at the end, by intent."""
    if source.has_windows or (source.repeats and "duplicates" in wanted(case.fingerprint)):
        return
    body = (*source.statements, f"source = {source.expression}", *_MEASURES)
    idea = f"Count the examples that {source.what} gives."
    setup = (f"PAIRS = {source.pairs}", _IDENTITIES.replace("{each}", _INDEXED))
    for constants in _counts(case, source):
        for draft in drafted(case, source.bench, idea, body, *_ALL, setup=setup,
                             constants=constants):  # fmt: skip
            yield from in_batches_of_one(draft)
            yield draft


def _reported_counts(case: Case) -> list[str]:
    """Numbers of examples that the report names."""
    reported = Reported(case.report)
    names = ("samples", "length", "examples", "rows", "items", "images", "n", "size", "points")
    values = (reported.value(name) for name in names)
    return list(dict.fromkeys(v for v in values if v is not None and v.isdigit() and int(v) > 1))


def _counts(case: Case, source: Source) -> Iterator[tuple[Constant, ...]]:
    """With what the report says; else with a last batch that is not full, and with full ones.

    What sorts by length takes many examples until each of its groups has some.
    """
    told = _reported_counts(case)
    if told or source.by_length:
        yield (Constant(COUNT, told[0] if told else _MANY),)
    else:
        yield (Constant(COUNT, "10", "8"),)
        yield (Constant(COUNT, "10"),)


def _orders(case: Case, source: Source) -> Iterator[Draft]:
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


def _labels(case: Case, source: Source) -> Iterator[Draft]:
    """Each example has its own number for a label."""
    if not source.pairs or source.has_windows:
        return
    body = (
        *source.statements,
        f"source = {source.expression}",
        *_PAIRS_OF_SOURCE,
        "mismatches = sum(int((x != y).sum()) for x, y in pairs)",
    )
    idea = f"Compare examples of {source.what} with their labels."
    constants = (Constant(COUNT, "10"),)
    yield from drafted(case, source.bench, idea, body, "mismatches", constants=constants)


def _sources(case: Case) -> Iterator[Source]:
    classes = [s for s in ranked(case) if s.role is Role.DATASET or _gives_examples(case, s)]
    makers = functions(case, _LOADS, Role.DATASET)
    makers = [s for s in makers if not re.search(SPLITS, s.name)]
    for symbol in (*classes[:3], *makers[:3]):
        yield from sources_of(case, symbol)


def _gives_examples(case: Case, symbol: Symbol) -> bool:
    methods = {s.name for s in case.project.symbols if s.module == symbol.module}
    iterates = f"{symbol.name}.__iter__" in methods or f"{symbol.name}.__getitem__" in methods
    return iterates and symbol.role in (Role.OTHER, Role.DATASET)


def _splits(case: Case) -> Iterator[Draft]:
    for symbol in functions(case, SPLITS)[:3]:
        for source in sources_of(case, symbol):
            idea = f"See what {symbol.name} puts where."
            constants = (Constant(COUNT, "20"),)
            made = (*source.statements, f"parts = {source.expression}")
            if "fold" in symbol.name.lower():
                yield from drafted(case, source.bench, idea, (*made, *_FOLDS), "overlap", "missing",
                                   constants=constants)  # fmt: skip
                continue
            simple = (*made, *_PLAIN_PARTS, *_SHARED)
            yield from drafted(case, source.bench, idea, simple, "overlap", "missing",
                               constants=constants)  # fmt: skip
            whole = (*made, *_PARTS, *_SHARED)
            setup = ("PAIRS = False", _IDENTITIES.replace("{each}", _INDEXED))
            yield from drafted(case, source.bench, idea, whole, "overlap", "missing", setup=setup,
                               constants=constants)  # fmt: skip
