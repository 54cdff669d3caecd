"""The contract on random spaces and outcomes, for the strategies that are quick."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from seismograd.repair.parameter import Choices, Numbers, Parameter, as_text
from seismograd.repair.search import make_strategy
from seismograd.repair.search.strategy import Outcome, SearchSpace
from tests.repair.search.problems import parameter, single_changes

bound = st.floats(1e-8, 1e6)


@st.composite
def parameters(draw: st.DrawFn, name: str) -> Parameter:
    if draw(st.booleans()):
        options = tuple(draw(st.lists(st.sampled_from("abcd"), unique=True)))
        return parameter(name, draw(st.sampled_from("abx")), Choices(options), options[:1])
    low, high = sorted((draw(bound), draw(bound)))
    numbers = Numbers(low, high, draw(st.booleans()), draw(st.booleans()))
    return parameter(name, draw(st.sampled_from(["", "1", "1e-3"])), numbers, (draw(bound),))


@st.composite
def spaces(draw: st.DrawFn) -> SearchSpace:
    made = tuple(draw(parameters(f"p{n}")) for n in range(draw(st.integers(0, 5))))
    return SearchSpace(made, single_changes(made), draw(st.floats()))


@settings(max_examples=40, deadline=None)
@given(spaces(), st.lists(st.floats(), min_size=8, max_size=8), st.integers(0, 99))
def test_the_contract_holds(space: SearchSpace, errors: list[float], seed: int) -> None:
    for name in ("auto", "random", "halving"):
        strategy = make_strategy(name, space, seed, len(errors))
        seen = set()
        for number, error in enumerate(errors):
            suggestion = strategy.suggest()
            if suggestion is None:
                break
            seen.add(frozenset((n, as_text(v)) for n, v in suggestion.values.items()))
            assert len(seen) == number + 1
            assert all(v in space.by_name[n].space for n, v in suggestion.values.items())
            strategy.report(suggestion, Outcome(error))
