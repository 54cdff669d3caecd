"""Data sets, loaders and splits of the project, fed with examples that are their own numbers."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass

from seismograd.reproduce.case import Case
from seismograd.reproduce.context.project_view import Parameter, Symbol
from seismograd.reproduce.generate.offline.inputs.bench import Bench
from seismograd.reproduce.generate.offline.inputs.making import CannotMake, Maker

COUNT = "EXAMPLES"
_DATA = re.compile(
    r"data|samples?|items|examples|x|xs|features|inputs|images?|records|rows|series|values|"
    r"sequence|files|indices|points|tokens|array|tensor|dataset|source|ds|signal|recording|text|"
    r"ids|stream|corpus|base|wrapped|inner|frames?|sentence|document"
)
_SERIES = re.compile(
    r"recordings|signals|sequences|texts|documents|trajectories|episodes|sentences|streams|"
    r"waveforms|tracks|sessions|videos|corpora|series_list|all_\w+"
)
_LABELS = re.compile(r"y|ys|labels?|targets?|classes")
_LENGTHS = re.compile(
    r"(?:\w+_)?(?:lengths|lens|sizes|durations)|num_(?:tokens|frames)_(?:list|each)|size_of_each"
)
_COUNTS = re.compile(r"n|num_(samples|examples|items)|size|length|total|n_(samples|examples)|count")
_WINDOWS = re.compile(
    r"window|width|stride|hop|context|block|seq_?len|length|lag|horizon|chunk|steps|history|overlap"
)
_DRAWN_AGAIN = re.compile(
    r"replacement|multinomial|choices\(|oversampl|over_sampl|balanc|weights\b|replicas|world_size|"
    r"wraps?\b|itertools|evenly|divisible|pad(?:s|ded)? (?:the|with|up)|fill(?:s|ed)? up",
    re.I,
)
"""Words of code that gives an example more than once by intent."""
_GOES = re.compile(r"loader|sampler|iter|batches|epoch", re.I)
_CHANCE = re.compile(r"shuffl|perm|rand|sampl", re.I)
_OTHER_TYPES = re.compile(r"\b(?:int|float|str|bool|Path|PathLike|Config\w*|Settings)\b")
FORMS = (
    f"list(range({COUNT}))",
    f"torch.arange({COUNT}).float()",
    f"torch.arange({COUNT}).float().unsqueeze(1)",
)
"""What examples may be: each is its own number."""
SERIES_FORMS = (
    f"[torch.arange({COUNT}).float().unsqueeze(1)]",
    f"[torch.arange({COUNT}).float()]",
    f"[list(range({COUNT}))]",
)
"""One long recording."""


@dataclass(frozen=True, slots=True)
class Source:
    bench: Bench
    statements: tuple[str, ...]
    expression: str
    what: str
    pairs: bool
    """Whether it was given labels beside the examples."""
    has_windows: bool = False
    """Whether its examples are made of several that it was given."""
    draws: bool = False
    """Whether it is gone through, and its code has to do with chance."""
    by_length: bool = False
    """Whether it was given the lengths of examples, and sorts them by these."""
    repeats: bool = False
    """Whether its own words say that examples may come again."""


def sources_of(case: Case, symbol: Symbol) -> Iterator[Source]:
    """The call of something that takes examples, in each form; nothing in it may look like them."""
    kinds = {p.name: _kind(p) for p in symbol.parameters}
    if not {"data", "series", "count", "lengths"} & set(kinds.values()):
        first = next((p for p in symbol.parameters if p.default is None), None)
        if first is None or _OTHER_TYPES.search(first.annotation or ""):
            return
        kinds[first.name] = "data"
    is_series = "series" in kinds.values()
    for form in (*SERIES_FORMS, *FORMS) if is_series else FORMS:
        made = _made(case, symbol, kinds, form)
        if made is not None:
            yield made
        if "data" not in kinds.values() and not is_series:
            return  # there is only one way to name a number


def _made(case: Case, symbol: Symbol, kinds: dict[str, str], form: str) -> Source | None:
    maker = Maker(case)
    bench = maker.bench(symbol)
    bench.use(f"from {symbol.module} import {symbol.name}")
    names = {"data": "data", "series": "data", "labels": "labels", "lengths": "lengths",
             "count": COUNT}  # fmt: skip
    given: list[str] = []
    for parameter in symbol.parameters:
        kind = kinds[parameter.name]
        value = names.get(kind)
        if value is None or (kind == "count" and parameter.default is not None):
            try:
                value = maker.argument(bench, symbol, parameter, {}, 0)
            except CannotMake:
                return None
        if value is not None:
            given.append(f"{parameter.name}={value}")
    statements = [*bench.statements, f"data = {form}"]
    if "labels" in kinds.values():
        of_series = form in SERIES_FORMS
        statements.append(f"labels = {'[0]' if of_series else f'torch.arange({COUNT}).float()'}")
    by_length = "lengths" in kinds.values()
    if by_length:
        statements.append(f"lengths = [1 + 7 * number % 80 for number in range({COUNT})]")
    call = f"{symbol.name}({', '.join(given)})"
    needed = tuple(s for s in statements if not s.startswith("data = ") or "=data" in call)
    pairs = "labels" in kinds.values() and form not in SERIES_FORMS
    windows = any(_WINDOWS.search(name) for name, kind in kinds.items() if kind != "lengths")
    code = _code_of(maker, symbol)
    draws = _is_gone_through(maker, symbol) and _CHANCE.search(code) is not None
    repeats = _DRAWN_AGAIN.search(code) is not None
    return Source(
        bench, needed, call, symbol.name, pairs, windows, draws, by_length, repeats=repeats
    )


def _code_of(maker: Maker, symbol: Symbol) -> str:
    node = maker.trees.class_of(symbol) or maker.trees.function(symbol)
    return ast.unparse(node) if node else ""


def _is_gone_through(maker: Maker, symbol: Symbol) -> bool:
    """A loader or a sampler; a data set gives its examples in one order by intent."""
    is_loader = _GOES.search(symbol.name) is not None
    return is_loader or maker.trees.method(symbol, "__iter__") is not None


def _kind(parameter: Parameter) -> str:
    name = parameter.name.lower()
    if parameter.is_variadic:
        return ""
    known = (("labels", _LABELS), ("data", _DATA), ("series", _SERIES), ("lengths", _LENGTHS))
    for kind, pattern in known:
        if pattern.fullmatch(name):
            return kind
    return "count" if _COUNTS.fullmatch(name) else ""
