"""Which calls of a round run together."""

from __future__ import annotations

from seismograd.program.conditions import Conditions
from seismograd.source.evaluate.calls import Call
from tests.program.reading import line_of, program_of

CODE = """
def train(loader, optimizer, amp, verbose):
    if verbose:
        for x in loader:
            optimizer.zero_grad()
            if amp:
                optimizer.body()
                optimizer.beside()
            else:
                optimizer.other()
            try:
                optimizer.tried()
            except RuntimeError:
                optimizer.rescue()
            helper(optimizer, amp)


def helper(optimizer, amp):
    optimizer.inlined()
    if amp:
        optimizer.inlined_body()
    else:
        optimizer.inlined_other()
"""


def _calls() -> tuple[dict[str, Call], Conditions]:
    calls = [call for call in program_of(CODE).calls if call.loop is not None]
    return {call.method: call for call in calls}, Conditions(calls[0].loop, calls)


def test_conditions_around_the_loop_do_not_count() -> None:
    calls, conditions = _calls()
    assert conditions.always(calls["zero_grad"])
    assert conditions.always(calls["tried"])
    assert not conditions.always(calls["body"])


def test_calls_in_one_arm_run_together() -> None:
    calls, conditions = _calls()
    assert conditions.alike(calls["body"], calls["beside"])
    assert not conditions.alike(calls["body"], calls["other"])
    assert conditions.implies(calls["body"], calls["zero_grad"])
    assert not conditions.implies(calls["zero_grad"], calls["body"])


def test_calls_in_two_arms_exclude_each_other() -> None:
    calls, conditions = _calls()
    assert conditions.may_exclude(calls["body"], calls["other"])
    assert conditions.may_exclude(calls["inlined_body"], calls["inlined_other"])
    assert not conditions.may_exclude(calls["body"], calls["beside"])
    assert not conditions.may_exclude(calls["zero_grad"], calls["body"])


def test_a_handler_is_a_condition() -> None:
    calls, conditions = _calls()
    assert not conditions.always(calls["rescue"])
    assert conditions.always(calls["inlined"])


def test_places_are_those_of_the_code() -> None:
    calls, _ = _calls()
    assert calls["inlined"].place.span.start.line == line_of(CODE, "optimizer.inlined()")
