from __future__ import annotations

import ast

from seismograd.reproduce.validate.edits import replaced


def test_several_places_also_over_lines_and_beside_other_alphabets() -> None:
    source = 'name = "größe"; size = (4,\n    8)\nuse(size, 4)\n'
    tree = ast.parse(source)
    second, third = tree.body[1], tree.body[2]
    assert isinstance(second, ast.Assign)
    assert isinstance(third, ast.Expr)
    assert isinstance(third.value, ast.Call)
    changed = replaced(source, [(second.value, "5"), (third.value.args[1], "16")])
    assert changed == 'name = "größe"; size = 5\nuse(size, 16)\n'


def test_nothing_to_change_changes_nothing() -> None:
    assert replaced("a = 1\n", []) == "a = 1\n"
