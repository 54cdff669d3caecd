from __future__ import annotations

from seismograd.program.flow import Flow
from seismograd.source.evaluate.values import Choice, Sequence, Tensor


def _chain() -> list[Tensor]:
    source = Tensor("input")
    dense = Tensor("dense", (source,))
    dropout = Tensor("dropout", (dense,))
    relu = Tensor("relu", (dropout,))
    return [source, dense, dropout, relu]


def test_a_path_ends_at_the_first_operation_that_does_not_pass() -> None:
    _, dense, dropout, relu = _chain()
    assert Flow(relu).path(dense, {"dropout"}) == [dropout, relu]


def test_a_path_that_ends_before_is_none() -> None:
    _, dense, _, relu = _chain()
    assert Flow(relu).path(dense, {"dropout", "relu"}) == []


def test_what_goes_to_two_places_has_no_next() -> None:
    _, dense, dropout, relu = _chain()
    total = Tensor("add", (relu, dropout))
    flow = Flow(total)
    assert flow.next(dense) is dropout
    assert flow.next(dropout) is None
    assert flow.consumers(dropout) == [relu, total] or flow.consumers(dropout) == [total, relu]


def test_what_is_returned_as_well_has_no_next() -> None:
    _, dense, dropout, relu = _chain()
    flow = Flow(Sequence("tuple", [relu, dense]))
    assert flow.is_returned(dense)
    assert flow.next(dense) is None
    assert flow.next(dropout) is relu


def test_what_only_may_be_used_has_no_next() -> None:
    _, dense, dropout, _ = _chain()
    either = Choice((dropout, dense))
    flow = Flow(Tensor("relu", (either,)))
    assert flow.next(dropout) is None


def test_only_the_data_input_counts_as_next() -> None:
    source, dense, _, _ = _chain()
    weighted = Tensor("mul", (source, dense))
    assert Flow(weighted).next(dense) is None


def test_the_end_is_reached_through_what_passes() -> None:
    _, dense, _, relu = _chain()
    flow = Flow(relu)
    assert flow.reaches_end(dense, {"dropout", "relu"})
    assert not flow.reaches_end(dense, {"dropout"})


def test_nothing_before_what_is_given_belongs_to_it() -> None:
    source, dense, dropout, relu = _chain()
    assert Flow(relu, [id(dense)]).tensors == [dropout, relu]
    assert source in Flow(relu).tensors
