"""Questions to a network that attends, that adds what it computes to what it was given, or that
puts axes into another order."""

from __future__ import annotations

from typing import Any

from .operations import Attention, Operations
from .padding import padded_positions
from .tried_network import Answer, TriedNetwork, effect, spread

FIXED = 0.8
"""Of the queries: 0.42 in healthy networks that have learned to look at one position, 0.87 where
scores are multiplied with what they should be divided by and the loss stays high."""
NEARLY_ALL = 0.95
"""Of the queries."""
MOST = 0.5
"""Of the places where a network attends: one layer of several may do as it likes."""
FEWEST_BLOCKS = 2
ALL_BLOCKS = 0.8
DROWNING = 10.0
"""Times the stream: in healthy networks, with norms before or after, it is 0.05 to 3."""
UNHEARD = 1e-3
"""Of the stream. Embeddings that are multiplied with the root of their length make it 0.05, and
initial weights with a deviation of 0.02 make it 0.003 in narrow networks."""
ON_PADDING = 0.1
"""Of its even share: a mask leaves nothing, and no mask about all of it."""
SEEN = 0.05
"""Of the spread of the outputs."""


def attention_is_spread(network: TriedNetwork, plain: Any) -> Answer | None:
    """Whether attention gives weight to more than one key."""
    attentions = _scored_by_script(network)
    fixed = [one for one in attentions if one.on_one >= FIXED]
    return _judged(attentions, fixed, [one.scored for one in fixed])


def attention_chooses(network: TriedNetwork, plain: Any) -> Answer | None:
    """Whether attention gives some keys more weight than others."""
    attentions = _scored_by_script(network)
    even = [one for one in attentions if one.even >= NEARLY_ALL]
    return _judged(attentions, even, [one.scored for one in even])


def _scored_by_script(network: TriedNetwork) -> list[Attention]:
    """Where the framework scales the scores, large weights or inputs make them so: a consequence of
    a learning rate that is too large, for one."""
    attentions = watched_operations(network).attentions
    return [one for one in attentions if one.adds_up and not one.of_framework]


def attention_adds_up(network: TriedNetwork, plain: Any) -> Answer | None:
    """Whether the weights of all keys of a query have a sum of 1."""
    attentions = watched_operations(network).attentions
    wrong = [one for one in attentions if not one.adds_up]
    return _judged(attentions, wrong, [one.weighed for one in wrong])


def _judged(
    attentions: list[Attention], failing: list[Attention], places: list[Any]
) -> Answer | None:
    if not attentions:
        return None
    if len(failing) <= MOST * len(attentions):
        return Answer(True)
    return Answer(False, place=places[0])


def padding_is_hidden(network: TriedNetwork, plain: Any) -> Answer | None:
    """Whether attention leaves out padding: what stands there changes no answer."""
    padding = padded_positions(network.batch)
    attentions = watched_operations(network).attentions
    if padding is None or not attentions:
        return None
    seeing = [one for one in attentions if one.on_padding >= ON_PADDING]
    other = network.answer_with_other_rows(padding.chosen) if seeing else None
    if not seeing or other is None or other.shape != plain.shape:
        return Answer(True) if not seeing else None
    before, after = (padding.answers_elsewhere(one) for one in (plain, other))
    is_seen = effect(before, after) > SEEN * max(spread(plain), 1e-6)
    return Answer(not is_seen, place=seeing[0].weighed if is_seen else None)


def branches_are_heard(network: TriedNetwork, plain: Any) -> Answer | None:
    """Whether what blocks add to the stream is of a size that matters."""
    return _balanced(network, lambda ratio: ratio < UNHEARD)


def streams_are_kept(network: TriedNetwork, plain: Any) -> Answer | None:
    """Whether what blocks add leaves something of the stream."""
    return _balanced(network, lambda ratio: ratio > DROWNING)


def axes_are_kept(network: TriedNetwork, plain: Any) -> Answer | None:
    """Whether no reshape stands where axes should be swapped; told where one does."""
    return _kept_axes(network, may_group=False)


def groups_are_kept(network: TriedNetwork, plain: Any) -> Answer | None:
    """The same, where the sizes are also those of neighbours that are joined on purpose."""
    return _kept_axes(network, may_group=True)


def _kept_axes(network: TriedNetwork, *, may_group: bool) -> Answer | None:
    seen, examples = watched_operations(network).reshapes, len(network.batch)
    found = [one for one in seen if one.examples == examples and one.may_group == may_group]
    if not found:
        return None
    layer = next((part for part in network.layers if part is found[0].part), None)
    return Answer(False, layer, found[0].place)


def _balanced(network: TriedNetwork, is_off: Any) -> Answer | None:
    sums = watched_operations(network).sums
    if len(sums) < FEWEST_BLOCKS:
        return None
    off = [one for one in sums if is_off(one.ratio)]
    if len(off) < ALL_BLOCKS * len(sums):
        return Answer(True)
    return Answer(False, place=off[0].place)


def watched_operations(network: TriedNetwork) -> Operations:
    """Watched once: all questions are about the same call."""
    if network.watched is None:
        padding = padded_positions(network.batch)
        network.watched = network.operations(None if padding is None else padding.by_example)
    return network.watched
