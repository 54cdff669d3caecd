from __future__ import annotations

import pytest

CASES = [
    ("1 + 2 * 3", 7),
    ("7 // 2, 7 % 2, -7 // 2", (3, 1, -4)),
    ("2 ** 10", 1024),
    ("2 ** 100000", "?"),
    ("10 ** -3", 1e-3),
    ("1 << 4 | 1", 17),
    ("1 << 10**9", "?"),
    ("~5", -6),
    ("-(-3)", 3),
    ("not 0", True),
    ("1 / 0", "?"),
    ("'a' + 1", "?"),
    ("(1, 2) + (3,)", (1, 2, 3)),
    ("[0] * 3", [0, 0, 0]),
    ("[0] * 10**9", "?"),
    ("3 * [1]", [1, 1, 1]),
    ("1 < 2 < 3", True),
    ("1 < 2 > 5", False),
    ("1 < unknown < 3", "?"),
    ("1 == 1.0", True),
    ("'a' == 'b'", False),
    ("None is None", True),
    ("5 is None", False),
    ("[] is None", False),
    ("unknown is None", "?"),
    ("lib_call() is None", "?"),
    ("True is True", True),
    ("1 is True", False),
    ("{'a': 1} == {'a': 2}", False),
    ("{'a': 1} == {'a': 1}", True),
    ("[1, 2] == [1, 2]", True),
    ("2 in [1, 2]", True),
    ("2 not in (1, 2)", False),
    ("unknown in [1]", "?"),
    ("1 in [1, unknown]", "?"),
    ("0 or 5", 5),
    ("3 and 5", 5),
    ("0 and boom()", 0),
    ("None or 'x' or boom()", "x"),
    ("1 if True else 2", 1),
    ("[i for i in range(3)]", [0, 1, 2]),
    ("[i * j for i in range(2) for j in range(2)]", [0, 0, 0, 1]),
    ("[i for i in range(6) if i % 2 if i > 1]", [3, 5]),
    ("[(a, b) for a, b in zip('xy', [1, 2])]", [("x", 1), ("y", 2)]),
    ("{i: i * i for i in range(2)}", {0: 0, 1: 1}),
    ("sum([i for i in range(300)])", "?"),
    ("(lambda a, b=2, *c, d=4, **e: (a, b, c, d))(1)", (1, 2, (), 4)),
    ("(lambda *a: a)(*[1, 2], 3)", (1, 2, 3)),
    ("(lambda **k: k)(a=1, **{'b': 2})", {"a": 1, "b": 2}),
    ("[*range(2), *[5]]", [0, 1, 5]),
    ("[1, 2, 3][-1]", 3),
    ("[1, 2, 3][5]", "?"),
    ("[1, 2, 3][::2]", [1, 3]),
    ("[1, 2, 3][1:2][0]", 2),
    ("(1, (2, 3))[1][0]", 2),
    ("'\\u00e4'.upper()", "Ä"),
    ("1_000", 1000),
    ("0x10", 16),
    ("1j * 1j", -1 + 0j),
    ("b'a' + b'b'", b"ab"),
    ("...", "?"),
    ("[y := 5, y + 1]", [5, 6]),
    ("__name__", "__main__"),
    ("__file__", "/nowhere/main.py"),
]


@pytest.mark.parametrize(("expression", "expected"), CASES)
def test_expression(evaluate, expression, expected):
    found = evaluate(f"x = {expression}").plain("x")
    assert found == expected
    assert type(found) is type(expected)


def test_unpacking(evaluate):
    found = evaluate(
        """
        a, (b, *c), d = 1, [2, 3, 4], 5
        *e, f = 'xyz'
        g, h = unknown
        i = j = 7
        k, l = 1, 2, 3
        """
    )
    assert [found.plain(name) for name in "abcdefghijk"] == [
        1, 2, [3, 4], 5, ["x", "y"], "z", "?", "?", 7, 7, "?",
    ]  # fmt: skip


def test_the_same_unknown_is_the_same_thing(evaluate):
    found = evaluate("a = mystery\nb = mystery\nc = a.attr\nd = b.attr\ne = a[0]\nf = b[0]")
    assert found["a"] is found["b"]
    assert found["c"] is found["d"]
    assert found["e"] is found["f"]


def test_an_unknown_condition_gives_a_choice(evaluate):
    found = evaluate("x = 1 if unknown else 2")["x"]
    assert [option.value for option in found.options] == [1, 2]


def test_soft_values_keep_their_softness(evaluate):
    found = evaluate(
        """
        import os
        a = os.environ.get("A", 3)
        b = a * 2 + 1
        c = f"{a}"
        d = a > 2
        e = 1 < a < 5
        f = -a
        g = int(a)
        h = not a
        i = max(a, 1)
        """
    )
    for name in "bcdefghi":
        assert found[name].soft, name


def test_arguments_after_an_unknown_spread_have_no_index(evaluate):
    found = evaluate("def f(a, b=2): return (a, b)\nx = f(*unknown, 5)\ny = f(1, *unknown)")
    assert found.plain("x") == "?"
    assert found["x"].items[1].soft
    assert found["y"].items[0].value == 1


def test_a_walrus_in_a_comprehension_binds_outside(evaluate):
    assert evaluate("x = [y := i for i in range(3)]").plain("y") == 2


def test_comprehension_variables_do_not_leak(evaluate):
    assert evaluate("i = 9\nx = [i for i in range(3)]").plain("i") == 9


def test_calls_in_a_formatted_string_are_seen(evaluate):
    found = evaluate("import lib\nx = f'{lib.a()} {lib.b():.2f}'")
    assert found.paths[:2] == ["lib.a", "lib.b"]


@pytest.mark.parametrize("code", ["x = " + "x * x" + "\n" + "x = x * x\n" * 60])
def test_numbers_do_not_explode(evaluate, code):
    assert evaluate("x = 7\n" + "x = x * x\n" * 60).plain("x") == "?"
