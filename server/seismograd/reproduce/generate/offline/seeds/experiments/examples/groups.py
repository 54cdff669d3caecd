"""Examples that belong together, such as those of one patient, and splits that part them."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from seismograd.reproduce.case import Case
from seismograd.reproduce.context.project_view import Symbol
from seismograd.reproduce.generate.offline.draft import Constant, Draft
from seismograd.reproduce.generate.offline.inputs.bench import Bench
from seismograd.reproduce.generate.offline.inputs.making import CannotMake, Maker
from seismograd.reproduce.generate.offline.inputs.source_trees import AnyFunction
from seismograd.reproduce.generate.offline.seeds.experiments.stage.members import methods_by_name
from seismograd.reproduce.generate.offline.seeds.experiments.stage.scene import (
    drafted,
    functions,
    ranked,
)

NAME = "overlap"
SPLITS = r"split|fold|partition|holdout|hold_out|train_test|train_val|divide|cross_val"
MOST_SPLITS = 4
_WORDS = (
    "patient|subject|speaker|group|user|author|session|person|family|cluster|scene|donor|player|"
    "customer|driver|household|hospital|site|case|writer|singer|individual|animal|plot|station|"
    "client|device|volunteer|participant|identity|video|recording|slide|scaffold|document|artist"
)
_GROUPS = re.compile(rf"(?:{_WORDS})(?:s|_ids?|_names?|_keys?|_labels?)?|people|families")
_WORD = re.compile(rf"(?<![a-z])(?:{_WORDS}|famil)", re.I)
_TOGETHER = re.compile(
    r"together|disjoint|\bboth\b|leak|never shared|group|\bsame side|separate", re.I
)
_DATA = re.compile(
    r"data(?:set)?|x|xs|y|ys|labels?|targets?|samples?|items|examples|features|images|inputs|values"
)
_RECORDS = re.compile(
    r"records|rows|items|samples|examples|entries|data|metadata|manifest|scans|clips|images|"
    r"annotations|cases|visits|dataset"
)
_NAMES = re.compile(r"(?:file_?)?names|files|paths|filenames|clips|images|recordings|scans|items")
_METHODS = ("split", "folds", "get_folds", "get_n_splits", "splits", "__iter__", "__call__")
_EXAMPLES = Constant("EXAMPLES", "48")
_OF_EACH = (Constant("ROWS_OF_EACH", "5", "1"), Constant("ROWS_OF_EACH", "5"))
"""Rows that are parted do not show where there is one of each; whole groups on both sides do."""
_OWNER = '"{word} {{}}".format(row // ROWS_OF_EACH)'
_SIDES = '''\
def rows_of(part):
    """What a part of a split holds, as a list."""
    part = getattr(part, "indices", part)
    return part.tolist() if hasattr(part, "tolist") else list(part)
'''
_MEASURED = (
    "parts = [rows_of(one) for one in (parts.values() if isinstance(parts, dict) else parts)]",
    "first = parts[0][0]",
    "has_folds = hasattr(first, '__iter__') and not isinstance(first, (str, dict))",
    "sides = [",
    "    [{{{group} for row in rows_of(part)}} for part in fold]",
    "    for fold in (parts if has_folds else [parts])",
    "]",
    "overlap = sum(len(a & b) for fold in sides for i, a in enumerate(fold) for b in fold[:i])",
)


@dataclass(frozen=True, slots=True)
class _Rows:
    """What a split is given: `made` makes it, `group` says whose a row of its result is."""

    made: str
    group: str
    word: str


def experiments(case: Case) -> Iterator[Draft]:
    """Several rows for each of those who must be kept together; with one each for a control."""
    maker = Maker(case)
    for symbol in functions(case, SPLITS)[:MOST_SPLITS]:
        yield from _of_function(case, maker, symbol)
    for owner in [s for s in ranked(case) if re.search(SPLITS, s.name, re.I)][:MOST_SPLITS]:
        yield from _of_class(case, maker, owner)


def _of_function(case: Case, maker: Maker, symbol: Symbol) -> Iterator[Draft]:
    node = maker.trees.function(symbol)
    for parameter, rows in _rows(symbol, node) if node else ():
        bench = maker.bench(symbol)
        call = _called(maker, bench, symbol, {parameter: "rows"})
        if call is not None:
            yield from _measured(case, bench, symbol.name, rows, f"parts = {call}")


def _of_class(case: Case, maker: Maker, owner: Symbol) -> Iterator[Draft]:
    """Such as `GroupFolds(5).split(x, groups=groups)`."""
    methods = methods_by_name(case, owner)
    for name in _METHODS:
        method = methods.get(name)
        node = maker.trees.function(method) if method else None
        if method is None or node is None:
            continue
        for holder in (owner, method):
            for parameter, rows in _rows(holder, node, owner):
                bench = maker.bench(owner)
                given = {parameter: "rows"}
                built = _called(maker, bench, owner, given if holder is owner else {})
                call = _called(
                    maker, bench, method, {} if holder is owner else given, on="splitter"
                )
                if built and call:
                    made = (f"splitter = {built}", f"parts = {call}")
                    yield from _measured(case, bench, owner.name, rows, *made)


def _called(
    maker: Maker, bench: Bench, symbol: Symbol, given: dict[str, str], on: str | None = None
) -> str | None:
    """What is not the groups is the number of its row."""
    others = {
        p.name: "list(range(EXAMPLES))"
        for p in symbol.parameters
        if p.default is None and _DATA.fullmatch(p.name)
    }
    try:
        call = maker.call(bench, symbol, on=on, shared={**others, **given})
    except CannotMake:
        return None
    name = symbol.name.rpartition(".")[2]
    return f"list({on})" if name == "__iter__" else call


def _measured(case: Case, bench: Bench, name: str, rows: _Rows, *calls: str) -> Iterator[Draft]:
    body = (
        f"rows = {rows.made}",
        *bench.statements,
        *calls,
        *(line.format(group=rows.group) if "{group}" in line else line for line in _MEASURED),
    )
    bench = replace(bench, imports=[*bench.imports, *_imports(rows.made)])
    idea = f"Give {name} several rows of every {rows.word}, and see which are on both sides."
    for rows_of_each in _OF_EACH:
        yield from drafted(case, bench, idea, body, NAME, setup=(_SIDES,),
                           constants=(_EXAMPLES, rows_of_each))  # fmt: skip


def _imports(made: str) -> list[str]:
    return ["from types import SimpleNamespace"] if "SimpleNamespace" in made else []


def _rows(
    symbol: Symbol, node: AnyFunction, owner: Symbol | None = None
) -> Iterator[tuple[str, _Rows]]:
    """By the name of the parameter that takes them; none where nothing speaks of groups."""
    names = " ".join(one.name for one in (symbol, owner) if one)
    said = f"{names} {symbol.docstring} {owner.docstring if owner else ''}"
    for parameter in symbol.parameters:
        name = parameter.name
        if _GROUPS.fullmatch(name) and (_WORD.search(names) or _TOGETHER.search(said)):
            yield name, _plain_rows(_word(name))
        else:
            made = [_records(node)] if _RECORDS.fullmatch(name) else []
            made += [_file_names(node, said)] if _NAMES.fullmatch(name) else []
            yield from ((name, rows) for rows in made if rows is not None)


def _word(name: str) -> str:
    found = _WORD.search(name)
    return found[0].lower() if found and found[0] != "famil" else "group"


def _plain_rows(word: str) -> _Rows:
    made = f"[{_OWNER.format(word=word)} for row in range(EXAMPLES)]"
    return _Rows(made, "rows[row]", word)


def _records(node: AnyFunction) -> _Rows | None:
    """Mappings or objects with what the code reads of each, among it to whom it belongs."""
    keys = {
        one.slice.value
        for one in ast.walk(node)
        if isinstance(one, ast.Subscript)
        and isinstance(one.slice, ast.Constant)
        and isinstance(one.slice.value, str)
    }
    fields = {
        one.attr
        for one in ast.walk(node)
        if isinstance(one, ast.Attribute) and isinstance(one.value, ast.Name)
    }
    owner = next((key for key in sorted(keys) if _GROUPS.fullmatch(key)), None)
    if owner is not None:
        others = ", ".join(f"{key!r}: row" for key in sorted(keys - {owner}))
        whose = _OWNER.format(word=_word(owner))
        made = f"[{{{owner!r}: {whose}, {others}}} for row in range(EXAMPLES)]"
        return _Rows(made.replace(", }", "}"), f"row[{owner!r}]", _word(owner))
    owner = next((field for field in sorted(fields) if _GROUPS.fullmatch(field)), None)
    if owner is None:
        return None
    whose = _OWNER.format(word=_word(owner))
    made = f"[SimpleNamespace({owner}={whose}) for row in range(EXAMPLES)]"
    return _Rows(made, f"row.{owner}", _word(owner))


def _file_names(node: AnyFunction, said: str) -> _Rows | None:
    """Names that begin with whom they belong to, as the code takes them apart."""
    found = re.search(r"\.(?:split|partition)\('([_\-/.])'[^)]*\)\[0\]", ast.unparse(node))
    word = _WORD.search(said)
    if found is None or word is None:
        return None
    mark = found[1]
    made = f"[f'{word[0].lower()}{{row // ROWS_OF_EACH}}{mark}{{row}}' for row in range(EXAMPLES)]"
    return _Rows(made, f"row.split({mark!r})[0]", word[0].lower())
