"""Programs in which every line makes the next one harder to work out."""

from __future__ import annotations

from hypothesis import strategies as st

_HEADER = (
    "import argparse, collections, copy, functools, itertools, json, math, operator, os\n"
    "import numpy as np\nimport torch\nimport yaml\nfrom torch import nn\nimport keras\n"
    "a, b, c, d = 1, 'x', [1, 2], {'k': 1}\n"
)
_FOOTER = "model = nn.Linear(4, 3)\ny = model(torch.ones(2, 4))\n"
_NAMES = st.sampled_from("abcdefmxy")
_NUMBERS = st.sampled_from((
    "0", "1", "-1", "2", "7", "255", "10 ** 3", "10 ** 18", "2 ** 400", "1e400", "0.5", "9999",
    "1j",
))  # fmt: skip
_TEXTS = st.sampled_from(
    ["''", "'a'", "'%s%s'", "'{}{}'", "'{0:>999}'", "'a,b'", "b'a'", "'\\n' * 99"]
)
_OPERATORS = st.sampled_from((
    "+", "-", "*", "/", "//", "%", "**", "<<", ">>", "|", "&", "^", "@", "==", "<", "in", "and",
    "or",
))  # fmt: skip
_CALLS = st.sampled_from(
    """
    abs {0}|all {0}|any {0}|bool {0}|bytes {0}|chr {0}|dict {0}|divmod {0} {1}|enumerate {0}|
    filter {0} {1}|float {0}|format {0} {1}|frozenset {0}|getattr {0} {1}|hash {0}|int {0}|
    isinstance {0} {1}|iter {0}|len {0}|list {0}|map {0} {1}|max {0}|min {0} {1}|next {0}|
    pow {0} {1}|range {0}|range {0} {1}|repr {0}|reversed {0}|round {0} {1}|set {0}|slice {0} {1}|
    sorted {0}|str {0}|sum {0}|sum {0} {1}|tuple {0}|type {0}|vars {0}|zip {0} {1}|zip {0} {0} {0}|
    math.prod {0}|math.factorial {0}|math.comb {0} {1}|math.lcm {0} {1}|itertools.product {0} {1}|
    itertools.chain {0} {1}|itertools.repeat {0} {1}|itertools.accumulate {0}|itertools.count {0}|
    functools.partial {0} {1}|functools.reduce {0} {1}|operator.add {0} {1}|copy.deepcopy {0}|
    json.dumps {0}|json.loads {0}|yaml.safe_load {0}|collections.Counter {0}|os.path.join {0} {1}|
    collections.namedtuple {0} {1}|np.zeros {0}|np.tile {0} {1}|np.arange {0}|torch.ones {0}|
    torch.ones {0} {1}|torch.cat {0}|torch.stack {0} {1}|torch.einsum {0} {1} {1}|nn.Linear {0} {1}|
    nn.Sequential {0} {1}|nn.Sequential *{0}|nn.ModuleList {0}|nn.Conv2d {0} {1} {0}|
    nn.LSTM {0} {1}|nn.Embedding {0} {1}|nn.Dropout {0}|nn.functional.pad {0} {1}|
    nn.functional.cross_entropy {0} {1}|torch.optim.SGD {0} {1}|torch.tensor {0}|
    keras.layers.Dense {0}|keras.Sequential {0}|keras.layers.add {0}|keras.Input {0}
    """.replace("\n", "").split("|")
)
_METHODS = st.sampled_from(
    """
    append {0}|extend {0}|update {0}|join {0}|format {0} {1}|replace {0} {1}|split {0}|ljust {0}|
    zfill {0}|encode|items|values|keys|get {0} {1}|pop|insert {0} {1}|copy|count {0}|index {0}|
    upper|setdefault {0} {1}|add {0}|union {0}|view {0} {1}|reshape {0}|permute {0} {1}|expand {0}|
    repeat {0} {1}|size|size {0}|sum|mean {0}|backward|parameters|forward {0}|to {0}|t|flatten {0}|
    transpose {0} {1}|unsqueeze {0}|item|numpy|fit {0} {1}|compile {0} {1}|add_module {0} {1}
    """.replace("\n", "").split("|")
)


def _called(template: str, first: str, second: str) -> str:
    name, *arguments = template.split()
    return f"{name}({', '.join(arguments).format(first, second)})"


def _larger(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    return st.one_of(
        st.builds("({} {} {})".format, inner, _OPERATORS, inner),
        st.builds(_called, _CALLS, inner, inner),
        st.builds(
            lambda owner, call, *given: f"({owner}).{_called(call, *given)}",
            inner,
            _METHODS,
            inner,
            inner,
        ),
        st.builds("{}({}, *{})".format, _NAMES, inner, _NAMES),
        st.builds("[{}, *{}]".format, inner, _NAMES),
        st.builds("{{{}: {}, **{}}}".format, inner, inner, _NAMES),
        st.builds("[{} for {} in {}]".format, inner, _NAMES, inner),
        st.builds("[{0} for {1} in {2} for {3} in {2}]".format, inner, _NAMES, inner, _NAMES),
        st.builds("({})[{}]".format, inner, inner),
        st.builds("({})[{}:{}]".format, inner, inner, inner),
        st.builds("f'{{{}}}{{{}!r:>99}}'".format, _NAMES, _NAMES),
        st.builds("({} if u else {})".format, inner, inner),
        st.builds("(lambda {}: {})".format, _NAMES, inner),
        st.builds("({}).{}".format, inner, _NAMES),
    )


EXPRESSIONS = st.recursive(_NAMES | _NUMBERS | _TEXTS, _larger, max_leaves=6)
_IN_PLACE = st.sampled_from(["+", "*", "**", "<<", "%"])
_BASES = st.sampled_from(["nn.Module", "dict", "a", "keras.Model"])
_SIMPLE = st.one_of(
    st.builds("{} = {}".format, _NAMES, EXPRESSIONS),
    st.builds("{} {}= {}".format, _NAMES, _IN_PLACE, EXPRESSIONS),
    st.builds("{}, *{} = {}".format, _NAMES, _NAMES, EXPRESSIONS),
    st.builds("{}[{}] = {}".format, _NAMES, EXPRESSIONS, EXPRESSIONS),
    st.builds("{}.{} = {}".format, _NAMES, _NAMES, EXPRESSIONS),
    st.builds("return {}".format, EXPRESSIONS),
    EXPRESSIONS,
)  # fmt: skip
_HEADS = st.one_of(
    st.builds("for {} in {}:".format, _NAMES, EXPRESSIONS),
    st.builds("while {}:".format, EXPRESSIONS),
    st.builds("if {}:".format, EXPRESSIONS),
    st.builds("with {}:".format, EXPRESSIONS),
    st.builds("def {}({}={}, *{}):".format, _NAMES, _NAMES, EXPRESSIONS, _NAMES),
    st.builds("class {}({}):".format, _NAMES, _BASES),
    st.just("try:"),
)  # fmt: skip


def _block(head: str, body: list[str]) -> str:
    lines = "\n".join(body).split("\n")
    whole = "\n".join([head, *(f"    {line}" for line in lines)])
    return f"{whole}\nexcept {head}: pass" if head == "try:" else whole


_STATEMENTS = st.recursive(
    _SIMPLE,
    lambda inner: st.builds(_block, _HEADS, st.lists(inner, min_size=1, max_size=4)),
    max_leaves=8,
)


@st.composite
def programs(draw: st.DrawFn) -> bytes:
    """A few statements, some of them again and again."""
    parts = []
    for _ in range(draw(st.integers(1, 6))):
        statement = draw(_STATEMENTS)
        times = draw(st.sampled_from((1, 1, 2, 12, 60)))
        parts += [statement] * min(times, 20_000 // len(statement) + 1)
    return (_HEADER + "\n".join(parts) + "\n" + _FOOTER).encode("utf-8", "replace")
