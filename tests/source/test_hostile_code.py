"""Code that is broken, enormous or absurd: no crash, no hang, and the rest still understood."""

from __future__ import annotations

import gc
import sys
import time

import pytest

from seismograd.source.document import Document, TextChange
from seismograd.source.evaluate.interpreter import BudgetExceeded
from seismograd.source.positions import Encoding

FUNCTION = "def f():\n    a = 1\n{}\n    return a\nx = f()\ny = 2\n"
BROKEN_LINES = [
    "    foo(1,",
    "    x.",
    "    b =",
    "    b = [1, 2",
    "    if a",
    "    for i in",
    "    'half",
    "    print 'x'",
    "    del",
    "    b = {'a': }",
    "    )",
    "    @",
    "    import",
    "    from a import",
    "    def g(:\n        return 3",
    "    class\n",
    "    with open(p) as",
    "    lambda:",
    "    b = (",
    "    return return",
    "    0xZZ",
    "    a b c",
    "    try:\n        b = 1",
    "    else:\n        c = 2",
    "    b = f'{a'",
    "    b += ",
    "    $%&",
    "    b = 'a' 'b",
    "    assert",
    "    global",
    "\tb = 1",
]


@pytest.mark.parametrize("line", BROKEN_LINES)
def test_a_broken_line_in_a_function_costs_only_itself(evaluate, line):
    found = evaluate(FUNCTION.format(line))
    assert found.plain("x") == 1
    assert found.plain("y") == 2


TOP_LEVEL = [
    "foo(1,",
    "x = [1, 2",
    "x = {",
    "def g()",
    "def g(",
    "class",
    "class B",
    "@dec",
    "@dec(",
    "if",
    "for i in",
    "import",
    "from x import",
    "x =",
    "x.",
    ")",
    "'half",
    '"""half',
    "print 'x'",
    "@@@",
    "else:",
    "    z = 1",
    "return 5",
    "type X = int",
    "async",
    "x := 3",
    "match",
    "?",
    "!ls",
    "$",
]


@pytest.mark.parametrize("line", TOP_LEVEL)
def test_a_broken_line_at_the_top_costs_only_itself(evaluate, line):
    found = evaluate(f"a = 1\n{line}\nb = 2\nc = 3\n")
    assert found.plain("a") == 1
    assert found.plain("c") == 3


CLASS = """class A:
    def f(self):
        return 1
{}
    def h(self):
        return 3
x = A().f() + A().h()
y = 2
"""
MEMBERS = [
    "    def g(self, :\n        return 2",
    "    def g(self)\n        return 2",
    "    v =",
    "    def g(self):\n        self.b = foo(2,\n",
    "    def",
    "    def g(self):",
    "    v: int =",
    "    )",
    "    def g(self):\n        return",
]


@pytest.mark.parametrize("member", MEMBERS)
def test_a_broken_member_costs_only_itself(evaluate, member):
    found = evaluate(CLASS.format(member))
    assert found.plain("x") == 4
    assert found.plain("y") == 2


NEWER = {
    "def f[T](a: T) -> T:\n    return a\nx = f(1)": 1,
    "class A[T: int]:\n    v = 1\nx = A().v": 1,
    "async def f[*Ts](*a: *Ts):\n    return 1\nx = f()": 1,
    "try:\n    x = 1\nexcept A, B:\n    x = 2": 1,
    "try:\n    x = 1\nexcept E, e:\n    x = 2": 1,
}


@pytest.mark.parametrize(("code", "expected"), NEWER.items(), ids=str)
def test_syntax_of_other_versions(evaluate, code, expected):
    assert evaluate(code).plain("x") == expected


@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize("start", ["", "\ufeff", "\f", "\n\n", "# comment\n"])
def test_line_ends_and_beginnings(evaluate, start, end):
    code = start + "a = 1\n\f\ndef f():\n\tif a:\n\t\treturn 2\nx = f()\n"
    assert evaluate(code.replace("\n", end)).plain("x") == 2


def test_identifiers_beyond_ascii(evaluate):
    definitions = "größe = 2\ndef 計算(値): return 値 * größe\nclass Ä:\n    é = 1\n"
    found = evaluate(f"{definitions}x = 計算(3) + Ä.é")
    assert found.plain("x") == 7


@pytest.fixture
def deep_stack():
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(6000)
    yield
    sys.setrecursionlimit(before)


DEEP = {
    "parentheses": "y = " + "(" * 10_000 + "1" + ")" * 10_000,
    "open parentheses": "y = " + "(" * 10_000,
    "brackets": "y = " + "[" * 5_000 + "]" * 5_000,
    "sum": "y = " + " + ".join(["1"] * 5_000),
    "unknown sum": "y = " + " + ".join(["u"] * 5_000),
    "calls": "y = " + "f(" * 90 + "1" + ")" * 90,
    "chain": "y = u" + ".a" * 3_000,
    "called chain": "y = u" + ".a()" * 900,
    "subscripts": "y = u" + "[0]" * 3_000,
    "not": "y = " + "not " * 3_000 + "u",
    "minus": "y = " + "-" * 3_000 + "1",
    "ifs": "".join("    " * i + "if u:\n" for i in range(95)) + "    " * 95 + "pass",
    "too many ifs": "".join(" " * i + "if u:\n" for i in range(1_000)) + " " * 1_000 + "pass",
    "defs": "".join("    " * i + f"def f{i}():\n" for i in range(95)) + "    " * 95 + "pass",
    "classes": "".join("    " * i + f"class A{i}:\n" for i in range(95)) + "    " * 95 + "pass",
    "elifs": "if u: pass\n" + "elif u: y = 1\n" * 1_000,
    "comprehensions": "y = " + "[" * 80 + "1" + " for i in u]" * 80,
    "lambdas": "y = " + "lambda: " * 500 + "1",
    "conditional": "y = " + "1 if u else " * 500 + "2",
    "boolean": "y = " + " and ".join(["u"] * 5_000),
    "compare": "y = " + " < ".join(["u"] * 5_000),
    "strings": "y = " + " ".join(["'a'"] * 5_000),
    "nested f-strings": "y = " + "f'{" * 2 + "1" + "}'" * 2,
    "with": "with " + ", ".join(["u"] * 500) + ": pass",
    "targets": "y = " + " = ".join(f"a{i}" for i in range(2_000)) + " = 1",
    "decorators": "@u\n" * 2_000 + "def y(): pass",
    "many ifs": "if u:\n    y = 1\n" * 2_000,
    "self growth": "y = [1]\n" + "y = y + y\n" * 60,
    "nested growth": "y = [1]\n" + "y = [y, y]\n" * 60 + "z = y == y\nw = f'{y}'\n",
    "text growth": "y = 'a'\n" + "y = y + y\n" * 60,
    "dict growth": "y = {}\n" + "y = {'a': y, 'b': y}\n" * 60 + "z = y == y\n",
    "recursive default": "def f(n=1): return f(n) + f(n)\ny = f()",
    "self reference": "y = []\ny.append(y)\nz = y == y\nw = f'{y}'\nfor v in y: pass\n",
    "self dict": "y = {}\ny['y'] = y\nz = y == y\nw = dict(**y)\n",
    "huge range": "for i in range(10**18): y = i",
    "huge power": "y = 10 ** 10 ** 10",
    "huge shift": "y = 1 << 10**10",
    "huge repeat": "y = 'a' * 10**10",
    "huge list": "y = [0] * 10**10",
    "huge number": "y = " + "9" * 5_000,
}


@pytest.mark.parametrize("code", DEEP.values(), ids=DEEP)
def test_depth_and_size_do_no_harm(evaluate, code, deep_stack):
    started = time.process_time()
    try:
        found = evaluate(f"{code}\nx = 1\n")
    except BudgetExceeded:
        found = None
    assert time.process_time() - started < 3
    assert found is None or found.plain("x") == 1


def test_a_file_of_four_megabytes():
    text = "def f(a):\n    return a + 1\n\n\n" * 133_000
    started = time.process_time()
    document = Document("a.py", text)
    assert len(document.chunks) == 133_000
    assert time.process_time() - started < 10


def test_what_is_larger_is_left_unread_until_it_shrinks():
    text = "def f(a):\n    return a + 1\n\n\n" * 170_000
    started = time.process_time()
    document = Document("a.py", text)
    assert (document.is_too_large, document.chunks) == (True, [])
    document.change([TextChange("x", (0, 0), (0, 0))], 2, Encoding.UTF16)
    assert document.chunks == []
    document.change([TextChange("", (4, 0), (10**6, 0))], 3, Encoding.UTF16)
    assert len(document.chunks) == 1
    assert time.process_time() - started < 5


def test_reading_a_file_again_takes_as_long_as_the_file_is():
    _seconds_to_read_again(1_000)  # what is loaded only once is not counted
    assert _seconds_to_read_again(24_000) < 9 * _seconds_to_read_again(6_000)


def _seconds_to_read_again(lines: int) -> float:
    document = Document("a.py", "y = torch.ones(3)\n" * lines)
    document.rest()
    gc.freeze()  # what other tests of this process have loaded is not looked through again
    started = time.process_time()
    assert [chunk.statements[0].lineno for chunk in document.chunks] == list(range(1, lines + 1))
    taken = time.process_time() - started
    gc.unfreeze()
    return taken


def test_a_broken_file_of_a_megabyte_is_cut_quickly():
    text = "x = (\n" + "def f(a):\n    return a + 1\n" * 40_000
    started = time.process_time()
    document = Document("a.py", text)
    assert len(document.chunks) > 30_000
    assert document.chunks[-1].statements
    assert time.process_time() - started < 10


def test_one_line_of_a_megabyte():
    document = Document("a.py", "x = [" + "1, " * 300_000 + "]\ny = 2\n")
    assert len(document.chunks) == 2
