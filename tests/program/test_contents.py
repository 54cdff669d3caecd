"""What values hold."""

from __future__ import annotations

from seismograd.program.contents import leaves
from seismograd.source.evaluate.values import Const, Mapping, Sequence
from tests.program.reading import value_of


def test_leaves_stand_in_the_order_of_the_code() -> None:
    value = value_of("value = [1, (2, {'a': 3, 'b': [4]}), 5]", "value")
    assert value is not None
    found = [leaf.value for leaf in leaves(value) if isinstance(leaf, Const)]
    assert found == [1, 2, 3, 4, 5]


def test_a_list_that_holds_itself_comes_to_an_end() -> None:
    inner = Const(1)
    endless = Sequence("list", [inner])
    endless.items.append(endless)
    assert list(leaves(endless)) == [inner]


def test_of_another_value_it_is_the_value_itself() -> None:
    alone = Const(1)
    assert list(leaves(alone)) == [alone]
    assert list(leaves(Mapping({}))) == []
