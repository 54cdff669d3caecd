from __future__ import annotations

import pytest

LISTS = [
    ("x.append(9)", [1, 2, 9]),
    ("x.extend([3, 4])", [1, 2, 3, 4]),
    ("x += [3]", [1, 2, 3]),
    ("x.insert(0, 0)", [0, 1, 2]),
    ("x.pop()", [1]),
    ("x.pop(0)", [2]),
    ("x.remove(1)", [2]),
    ("x.clear()", []),
    ("x.reverse()", [2, 1]),
    ("x.sort(reverse=True)", "?"),
    ("x.sort()", [1, 2]),
    ("x[0] = 5", [5, 2]),
    ("x[-1] = 5", [1, 5]),
    ("x[unknown] = 5", "?"),
    ("x[0:1] = [7, 8]", "?"),
    ("del x[0]", [2]),
    ("x.extend(unknown)", "?"),
    ("x *= 2", [1, 2, 1, 2]),
    ("y = x; y.append(3)", [1, 2, 3]),
    ("y = x; y += [3]", [1, 2, 3]),
    ("y = x.copy(); y.append(3)", [1, 2]),
    ("y = x[:]; y.append(3)", [1, 2]),
    ("y = x + [3]", [1, 2]),
]


@pytest.mark.parametrize(("statement", "expected"), LISTS)
def test_list_change(evaluate, statement, expected):
    assert evaluate(f"x = [1, 2]\n{statement}").plain("x") == expected


DICTS = [
    ("x['c'] = 3", {"a": 1, "b": 2, "c": 3}),
    ("x.update(c=3)", {"a": 1, "b": 2, "c": 3}),
    ("x.update({'a': 9})", {"a": 9, "b": 2}),
    ("x |= {'c': 3}", {"a": 1, "b": 2, "c": 3}),
    ("x.pop('a')", {"b": 2}),
    ("del x['a']", {"b": 2}),
    ("x.setdefault('a', 5)", {"a": 1, "b": 2}),
    ("x.setdefault('c', 5)", {"a": 1, "b": 2, "c": 5}),
    ("x.clear()", {}),
    ("x[unknown] = 1", "?"),
    ("x.update(unknown)", "?"),
    ("y = x.copy(); y['z'] = 1", {"a": 1, "b": 2}),
]


@pytest.mark.parametrize(("statement", "expected"), DICTS)
def test_dict_change(evaluate, statement, expected):
    assert evaluate(f"x = {{'a': 1, 'b': 2}}\n{statement}").plain("x") == expected


DICT_READS = [
    ("d['a']", 1),
    ("d['nothing']", "?"),
    ("d.get('a')", 1),
    ("d.get('z', 5)", 5),
    ("d.get('z')", None),
    ("list(d)", ["a", "b"]),
    ("list(d.keys())", ["a", "b"]),
    ("list(d.values())", [1, 2]),
    ("list(d.items())", [("a", 1), ("b", 2)]),
    ("{**d, 'c': 3}", {"a": 1, "b": 2, "c": 3}),
    ("d | {'a': 0}", {"a": 0, "b": 2}),
    ("'a' in d", True),
    ("{k: v * 2 for k, v in d.items()}", {"a": 2, "b": 4}),
    ("{k: v for k, v in d.items() if v > 1}", {"b": 2}),
    ("[v for v in d.values() if unknown]", "?"),
]


@pytest.mark.parametrize(("expression", "expected"), DICT_READS)
def test_dict_read(evaluate, expression, expected):
    assert evaluate(f"d = {{'a': 1, 'b': 2}}\nx = {expression}").plain("x") == expected


def test_default_of_an_unknown_configuration_is_soft(evaluate):
    found = evaluate("lr = config.get('lr', 0.1)")
    assert found.plain("lr") == 0.1
    assert found["lr"].soft


def test_a_change_in_an_unknown_branch_opens_the_list(evaluate):
    found = evaluate("x = [1]\nif unknown:\n    x.append(2)\nelse:\n    x.append(3)")
    assert found["x"].open
    assert len(found["x"].items) == 1


def test_the_same_change_in_both_branches_of_a_known_condition(evaluate):
    assert evaluate("x = [1]\nif True:\n    x.append(2)").plain("x") == [1, 2]


def test_a_dict_opened_in_an_unknown_branch_stays_open(evaluate):
    found = evaluate("x = {'a': 1}\nif unknown:\n    x[other] = 2")
    assert found["x"].open


def test_appending_in_an_unrolled_loop(evaluate):
    assert evaluate("x = []\nfor i in range(3):\n    x.append(i)").plain("x") == [0, 1, 2]


def test_appending_in_a_loop_of_unknown_length_opens_the_list(evaluate):
    assert evaluate("x = []\nfor i in unknown:\n    x.append(1)")["x"].open


def test_a_list_made_and_filled_in_one_round_is_known(evaluate):
    found = evaluate("for i in unknown:\n    x = []\n    x.append(1)\n    x.append(2)")
    assert found.plain("x") == [1, 2]


def test_a_list_filled_in_an_inner_loop_is_open(evaluate):
    found = evaluate("for i in a:\n    x = []\n    for j in b:\n        x.append(1)")
    assert found["x"].open


COLLECTIONS = [
    ("OrderedDict([('a', 1)])", {"a": 1}),
    ("OrderedDict(a=1)", {"a": 1}),
    ("defaultdict(list)['k']", "?"),
    ("list(deque([1, 2]))", [1, 2]),
    ("namedtuple('P', 'x y')(1, y=2).y", 2),
    ("list(namedtuple('P', ['x', 'y'])(1, 2))", [1, 2]),
]


@pytest.mark.parametrize(("expression", "expected"), COLLECTIONS)
def test_collections(evaluate, expression, expected):
    code = f"from collections import OrderedDict, defaultdict, deque, namedtuple\nx = {expression}"
    assert evaluate(code).plain("x") == expected


def test_partial_passes_its_arguments_on(evaluate):
    found = evaluate(
        """
        from functools import partial, reduce
        def f(a, b, c=3): return (a, b, c)
        x = partial(f, 1, c=9)(2)
        y = reduce(lambda a, b: a * b, [2, 3, 4])
        import torch.nn as nn
        layer = partial(nn.Linear, 4)(2)
        """
    )
    assert found.plain("x") == (1, 2, 9)
    assert found.plain("y") == 24
    assert repr(found["layer"]) == "Object(torch.nn.Linear)"
    assert [a.value.value for a in found["layer"].call.positional] == [4, 2]


def test_copies_do_not_share_changes(evaluate):
    found = evaluate("import copy\nx = [1]\ny = copy.deepcopy(x)\ny.append(2)")
    assert found.plain("x") == [1]
    assert found.plain("y") == [1, 2]
