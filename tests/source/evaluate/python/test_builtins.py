from __future__ import annotations

import math

import pytest

from seismograd.source.evaluate.values import Object

CASES = [
    ("int('12')", 12),
    ("int(3.9)", 3),
    ("int('x')", "?"),
    ("int(unknown)", "?"),
    ("float('1e-3')", 1e-3),
    ("str(5) + 'a'", "5a"),
    ("bool([])", False),
    ("bool(0.1)", True),
    ("abs(-2)", 2),
    ("round(2.567, 1)", 2.6),
    ("pow(2, 10)", 1024),
    ("min(3, 1, 2)", 1),
    ("max([4, 9, 2])", 9),
    ("max(3, unknown)", "?"),
    ("max([1, 2], key=unknown)", "?"),
    ("sum([1, 2, 3])", 6),
    ("sum([1, 2], 10)", 13),
    ("sum(x * 2 for x in range(3))", 6),
    ("len([1, 2])", 2),
    ("len('abc')", 3),
    ("len({'a': 1})", 1),
    ("len(range(1000))", 1000),
    ("len(unknown)", "?"),
    ("list(range(3))", [0, 1, 2]),
    ("list()", []),
    ("list(range(2, 10, 3))", [2, 5, 8]),
    ("tuple([1, 2])", (1, 2)),
    ("list(enumerate('ab'))", [(0, "a"), (1, "b")]),
    ("list(enumerate('ab', 1))", [(1, "a"), (2, "b")]),
    ("list(zip([1, 2], 'xy'))", [(1, "x"), (2, "y")]),
    ("list(reversed([1, 2, 3]))", [3, 2, 1]),
    ("sorted([3, 1, 2])", [1, 2, 3]),
    ("sorted([3, 1, 2], reverse=True)", [3, 2, 1]),
    ("sorted([3, 1, 2], key=unknown)", "?"),
    ("list(sorted([3, 1, 2], key=unknown))", "?"),
    ("list(map(lambda x: x + 1, [1, 2]))", [2, 3]),
    ("list(map(int, '123'))", [1, 2, 3]),
    ("list(filter(lambda x: x > 1, [1, 2, 3]))", [2, 3]),
    ("len(set([1, 1, 2]))", 2),
    ("any([0, 1])", True),
    ("all([1, 0])", False),
    ("all([1, unknown])", "?"),
    ("any([1, unknown])", True),
    ("dict(a=1, b=2)", {"a": 1, "b": 2}),
    ("dict([('a', 1)])", {"a": 1}),
    ("dict([])", {}),
    ("dict(zip(['a', 'b'], [1, 2]))", {"a": 1, "b": 2}),
    ("dict({'a': 1}, b=2)", {"a": 1, "b": 2}),
    ("dict.fromkeys(['a', 'b'], 0)", {"a": 0, "b": 0}),
    ("divmod(7, 2)", (3, 1)),
    ("isinstance(1, int)", True),
    ("isinstance(1, str)", False),
    ("isinstance('a', (int, str))", True),
    ("isinstance([1], (list, tuple))", True),
    ("isinstance({}, dict)", True),
    ("isinstance(unknown, int)", "?"),
    ("callable(lambda: 1)", True),
    ("callable(1)", False),
    ("hasattr('a', 'lower')", True),
    ("[1, 2, 3][slice(1, None)]", [2, 3]),
    ("type(1)(2.5)", 2),
    ("print('x')", None),
]


@pytest.mark.parametrize(("expression", "expected"), CASES)
def test_builtin(evaluate, expression, expected):
    assert evaluate(f"x = {expression}").plain("x") == expected


MATH = [
    ("math.pi", math.pi),
    ("math.sqrt(16)", 4.0),
    ("math.ceil(7 / 2)", 4),
    ("math.floor(-0.5)", -1),
    ("math.log2(8)", 3.0),
    ("math.prod([2, 3])", 6),
    ("math.sqrt(-1)", "?"),
    ("math.sqrt(unknown)", "?"),
    ("math.factorial(10**9)", "?"),
]


@pytest.mark.parametrize(("expression", "expected"), MATH)
def test_math(evaluate, expression, expected):
    assert evaluate(f"import math\nx = {expression}").plain("x") == expected


def test_constants_imported_by_name(evaluate):
    assert evaluate("from math import pi as p\nx = 2 * p").plain("x") == 2 * math.pi


def test_range_stays_an_object_for_the_readers(evaluate):
    found = evaluate("x = range(10)")["x"]
    assert isinstance(found, Object)
    assert found.path == "builtins.range"


ITERTOOLS = [
    ("list(itertools.chain([1], [2, 3]))", [1, 2, 3]),
    ("list(itertools.chain.from_iterable([[1], [2]]))", [1, 2]),
    ("list(itertools.product([1, 2], 'a'))", [(1, "a"), (2, "a")]),
    ("len(list(itertools.product(range(100), range(100))))", "?"),
    ("list(itertools.repeat(5, 3))", [5, 5, 5]),
    ("list(itertools.pairwise([1, 2, 3]))", [(1, 2), (2, 3)]),
    ("list(itertools.chain([1], unknown))", "?"),
]


@pytest.mark.parametrize(("expression", "expected"), ITERTOOLS)
def test_itertools(evaluate, expression, expected):
    assert evaluate(f"import itertools\nx = {expression}").plain("x") == expected


TEXT = [
    ("'A'.lower()", "a"),
    ("'a-b'.replace('-', '_')", "a_b"),
    ("'{}-{x}'.format(1, x=2)", "1-2"),
    ("'{:.2f}'.format(0.123)", "0.12"),
    ("'{:>999999999}'.format(1)", "?"),
    ("'{:{}}'.format(1, 999999999)", "?"),
    ("'%d items' % 3", "3 items"),
    ("'%999999999d' % 3", "?"),
    ("'%*d' % (999999999, 3)", "?"),
    ("'a,b'.split(',')", ["a", "b"]),
    ("'-'.join(['a', 'b'])", "a-b"),
    ("'-'.join(unknown)", "?"),
    ("'abc'.startswith(('x', 'a'))", True),
    ("' a '.strip()", "a"),
    ("'abc'[1]", "b"),
    ("'abc'[1:]", "bc"),
    ("'abc'[::-1]", "cba"),
    ("'abc'[9]", "?"),
    ("'ab' * 2", "abab"),
    ("'ab' * 10**9", "?"),
    ("f'{1}-{\"a\"}'", "1-a"),
    ("f'{0.5:.1f}'", "0.5"),
    ("f'{1:>99999999}'", "?"),
    ("f'{\"a\"!r}'", "'a'"),
    ("f'{unknown}'", "?"),
    ("'b' in 'abc'", True),
    ("string.digits[:3]", "012"),
]


@pytest.mark.parametrize(("expression", "expected"), TEXT)
def test_text(evaluate, expression, expected):
    assert evaluate(f"import string\nx = {expression}").plain("x") == expected


def test_getattr_by_constant_name(evaluate):
    found = evaluate(
        """
        import torch.nn as nn
        class A:
            y = 3
        a = A()
        x = getattr(a, "y")
        missing = getattr(a, "z", 7)
        layer = getattr(nn, "ReLU")
        setattr(a, "w" + "1", 9)
        w = a.w1
        has = hasattr(a, "y"), hasattr(a, "nothing")
        """
    )
    assert found.plain("x") == 3
    assert found.plain("missing") == 7
    assert repr(found["layer"]) == "Symbol(torch.nn.ReLU)"
    assert found.plain("w") == 9
    assert found.plain("has") == (True, False)


def test_sum_of_nothing_known(evaluate):
    assert evaluate("x = sum(unknown)").plain("x") == "?"


def test_isinstance_of_project_classes(evaluate):
    found = evaluate(
        """
        class A: pass
        class B(A): pass
        class C(Mystery): pass
        b = isinstance(B(), A)
        a = isinstance(A(), B)
        c = isinstance(C(), A)
        s = issubclass(B, A)
        """
    )
    assert [found.plain(name) for name in "bacs"] == [True, False, "?", True]
