from __future__ import annotations

import pytest

from seismograd.source.evaluate.values import Choice

# Each program ends with `x`; '?' where it must not be taken for known.
PROGRAMS = {
    "if known": ("x = 1\nif 2 > 1:\n    x = 2\nelse:\n    x = 3", 2),
    "elif": ("n = 2\nif n == 1:\n    x = 'a'\nelif n == 2:\n    x = 'b'\nelse:\n    x = 'c'", "b"),
    "for": ("x = 0\nfor i in range(4):\n    x += i", 6),
    "for break": ("x = 0\nfor i in range(9):\n    if i == 3:\n        break\n    x = i", 2),
    "for continue": ("x = 0\nfor i in range(4):\n    if i == 1:\n        continue\n    x += i", 5),
    "for else": ("for i in range(2):\n    pass\nelse:\n    x = 1", 1),
    "for break else": ("x = 0\nfor i in [1]:\n    break\nelse:\n    x = 1", 0),
    "unknown break": ("x = 0\nfor i in range(3):\n    if u:\n        break\n    x = i", "?"),
    "unknown rounds": ("x = 0\nfor i in u:\n    x += 1", "?"),
    "long loop": ("x = 0\nfor i in range(100):\n    x += 1", "?"),
    "while": ("x = 0\nwhile u:\n    x += 1", "?"),
    "while false": ("x = 0\nwhile False:\n    x = 1", 0),
    "text in a loop": ("x = 'a'\nfor i in u:\n    x = 'b'\ny = x", "?"),
    "try": ("try:\n    x = 1\nexcept E:\n    x = 2", 1),
    "try else": ("try:\n    pass\nexcept E:\n    x = 2\nelse:\n    x = 3", 3),
    "try finally": ("try:\n    x = 1\nfinally:\n    x = 4", 4),
    "try raise": ("try:\n    raise E\nexcept E:\n    x = 2", 2),
    "try star": ("try:\n    x = 1\nexcept* E:\n    x = 2", 1),
    "with": ("with lib() as f:\n    x = 1", 1),
    "with several": ("with a() as b, c() as (d, e):\n    x = 1", 1),
    "match": ("match 'b':\n    case 'a':\n        x = 1\n    case 'b' | 'c':\n        x = 2", 2),
    "match default": ("match 5:\n    case 1:\n        x = 1\n    case _:\n        x = 2", 2),
    "match capture": ("match 5:\n    case 1:\n        x = 1\n    case n:\n        x = n", 5),
    "match unknown": ("x = 0\nmatch u:\n    case 1:\n        x = 1", "?"),
    "match none": ("match None:\n    case None:\n        x = 1", 1),
    "match sequence": ("x = 0\nmatch u:\n    case [a, *b]:\n        x = a", "?"),
    "annotated": ("x: int = 3\ny: int", 3),
    "augmented": ("x = 2\nx **= 3", 8),
    "augmented item": ("d = {'a': 1}\nd['a'] += 1\nx = d['a']", 2),
    "delete": ("x = 1\ndel x", "?"),
    "global": ("x = 1\ndef f():\n    global x\n    x = 2\nf()", 2),
    "semicolons": ("a = 1; x = a + 1; b = x", 2),
    "assert": ("x = 1\nassert x > 0, 'message'", 1),
    "exit": ("import sys\nx = 1\nif u:\n    x = 2\n    sys.exit(1)", 1),
    "import error": ("try:\n    import lib as x\nexcept ImportError:\n    x = None\nx = 3", 3),
    "type checking": (
        "from typing import TYPE_CHECKING\nx = 1\nif TYPE_CHECKING:\n    import y",
        1,
    ),
    "main": ("x = 0\nif __name__ == '__main__':\n    x = 1", 1),
    "type alias": ("x = list[int]\nx = 1", 1),
}


@pytest.mark.parametrize(("code", "expected"), PROGRAMS.values(), ids=PROGRAMS)
def test_program(evaluate, code, expected):
    assert evaluate(code).plain("x") == expected


def test_branches_meet_in_a_choice(evaluate):
    found = evaluate("x = 0\nif u:\n    x = 1\nelif v:\n    x = 2")["x"]
    assert isinstance(found, Choice)
    assert sorted(option.value for option in found.options) == [0, 1, 2]


def test_a_branch_that_leaves_does_not_count(evaluate):
    found = evaluate(
        "def f():\n    x = 1\n    if u:\n        x = 2\n        return x\n    return x"
    )
    result = evaluate(
        "def f():\n    x = 1\n    if u:\n        raise E\n        x = 2\n    return x\ny = f()"
    )
    assert "f" in found
    assert result.plain("y") == 1


def test_a_return_in_one_branch_and_continue_in_the_other(evaluate):
    found = evaluate(
        """
        def f(items):
            for item in items:
                if u:
                    return 'early'
                else:
                    continue
            return 'late'
        x = f([1, 2])
        """
    )["x"]
    assert {option.value for option in found.options} == {"early", "late"}


def test_an_endless_loop_ends_only_by_return(evaluate):
    found = evaluate("def f():\n    while True:\n        if u:\n            return 1\nx = f()")
    assert found.plain("x") == 1


def test_attributes_changed_in_a_branch_are_a_choice(evaluate):
    found = evaluate("class A: pass\na = A()\na.v = 1\nif u:\n    a.v = 2\nx = a.v")["x"]
    assert {option.value for option in found.options} == {1, 2}


def test_calls_know_their_surroundings(evaluate):
    found = evaluate(
        """
        import lib
        for i in u:
            with lib.context():
                if v:
                    lib.inside()
        try:
            lib.tried()
        except Exception as e:
            lib.handled()
        lib.after()
        """
    )
    calls = {call.path: call for call in found.interpreter.calls}
    inside = calls["lib.inside"]
    assert inside.loop is not None
    assert inside.within("lib.context")
    assert len(inside.branches) == 1
    assert calls["lib.tried"].branches == ()
    assert len(calls["lib.handled"].branches) == 1
    after = calls["lib.after"]
    assert (after.loop, after.contexts, after.branches) == (None, (), ())


def test_what_a_loop_carries_over(evaluate):
    found = evaluate("h = start\nfor x in u:\n    h = step(h)")
    loop = found.interpreter.loops[0]
    assert set(loop.carried) == {"h"}


def test_a_list_that_a_loop_fills_is_not_taken_for_empty(evaluate):
    found = evaluate("x = []\nseen = 0\nfor i in u:\n    if x:\n        seen = 1\n    x.append(i)")
    assert found.plain("seen") == "?"


def test_a_context_manager_of_the_project_shows_the_contexts_it_holds(evaluate):
    found = evaluate(
        """
        import torch, lib
        from contextlib import contextmanager
        @contextmanager
        def evaluating(model):
            model.eval()
            with torch.no_grad():
                yield model
            model.train()
        with evaluating(lib.model()) as m:
            lib.inside(m)
        """
    )
    inside = next(call for call in found.interpreter.calls if call.path == "lib.inside")
    assert inside.within("torch.no_grad")
    assert repr(inside.positional[0].value) == "Object(lib.model)"


def test_what_stands_behind_nested_loops_is_followed(evaluate):
    code = "import lib\n" + "".join(
        "    " * depth + f"for i{depth} in range(60):\n" for depth in range(6)
    )
    found = evaluate(code + "    " * 6 + "pass\nlib.after()")
    assert "lib.after" in [call.path for call in found.interpreter.calls]


def test_what_stands_behind_examples_made_one_by_one_is_followed(evaluate):
    found = evaluate(
        """
        import lib
        def draw(digit):
            image = [[0.0] * 12 for _ in range(8)]
            for row in range(8):
                for column in range(12):
                    image[row][column] = digit * row + column
            return image
        images = [draw(digit) for digit in range(10) for _ in range(160)]
        lib.after(images)
        """
    )
    after = next(call for call in found.interpreter.calls if call.path == "lib.after")
    assert after.positional[0].value.open


def test_many_blocks_are_still_built_one_by_one(evaluate):
    found = evaluate(
        """
        import lib
        def block(width):
            return [lib.layer(width) for _ in range(6)]
        blocks = [block(width) for width in range(48)]
        lib.after(blocks)
        """
    )
    after = next(call for call in found.interpreter.calls if call.path == "lib.after")
    assert len(after.positional[0].value.items) == 48


def test_a_budget_ends_what_is_too_long(evaluate):
    from seismograd.source.evaluate.interpreter import BudgetExceeded

    with pytest.raises(BudgetExceeded):
        evaluate("x = 1 + 1\n" * 40_000)
