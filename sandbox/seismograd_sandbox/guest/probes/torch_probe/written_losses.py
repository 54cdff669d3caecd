"""Cross-entropies that a script writes itself: known by the graph that gradients go back through.

Targets times logarithms, and nothing but their mean or sum with the other sign; or the logarithm of
what is picked by a class, where all is cut off to lie between 0 and 1 first. The logarithms are
those of a layer that has one output for each class. All else that looks like it is left out: pairs
of examples, whose scores no layer gives; advantages and masks, which are one more factor; a second
logarithm, of the probability of the opposite; an entropy, whose factor is learned.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from ..graph_nodes import LEAF, name_of, nodes_before, nodes_from, shape_of
from ..output_functions import PASSED, function_of

NAME = "written_cross_entropy"
REDUCED = ("Mean", "Sum")
OF_WEIGHTS = (
    *("Add", "Mul", "Div", "Pow", "Abs", "Sum", "Mean", "Sqrt", "Norm", "LinalgVectorNorm"),
    *("Stack", "Cat", "View", "ReshapeAlias", "Unsqueeze", LEAF),
)
"""Nodes of a penalty on weights."""
CUT = ("Clamp", "ClampMin")
PICKED = ("Gather", "Index")
SHARES = ("softmax", "log_softmax")
"""Functions after which the classes compete."""
ALIKE = 2.0
"""Times as likely: two shares of a batch that are the same may differ by less than this."""
MOST_NODES = 16
MOST_OF_PENALTY = 2_000


class WrittenLoss(NamedTuple):
    made_by: str
    """The function that gave what the logarithm is of, or the logarithm itself; empty: a layer."""
    given: Any
    """What the logarithm is of, before it was cut off; none after a `log_softmax`."""
    target: Any
    """None where values are picked by their class."""


class _Term(NamedTuple):
    """A part of a formula, and whether the loss falls where it grows."""

    node: Any
    falls: bool
    is_picked: bool = False
    """Whether the loss is made of some of its values only, such as those of the right classes."""


class _Logarithm(NamedTuple):
    node: Any
    given: Any
    source: Any
    """The node of what it is of, without what keeps it off zero."""
    passed: tuple[Any, ...]
    """The nodes between the two."""


def written_loss(root: Any, inputs: tuple[Any, ...]) -> WrittenLoss | None:
    """The loss with this node; None where it is something else, or not certainly this."""
    try:
        found = _found(_outermost(_Term(root, falls=False)))
        if found is not None and found.made_by in SHARES and _is_about(inputs, found.target):
            return None
        return found
    except (AttributeError, RuntimeError, ValueError):
        return None  # a formula of another form; or what was saved is gone, or changed in place


def _found(term: _Term | None) -> WrittenLoss | None:
    if term is None:
        return None
    return _cross_entropy(term) if name_of(term.node) == "Mul" else _of_picked(term)


def _outermost(term: _Term | None) -> _Term | None:
    """The first node that takes a logarithm, or multiplies with more than a number."""
    for _ in range(MOST_NODES):
        if term is None or name_of(term.node) == "Log" or _is_product(term.node):
            return term
        inner, is_picked = _inner(term), term.is_picked or name_of(term.node) in PICKED
        term = None if inner is None else inner._replace(is_picked=is_picked)
    return None


def _is_product(node: Any) -> bool:
    factor = _factor(node) if name_of(node) == "Mul" else None
    return factor is not None and factor.numel() > 1


def _inner(term: _Term) -> _Term | None:
    """What a node takes the mean, the sum or a multiple of."""
    node, name, inner = term.node, name_of(term.node), nodes_before(term.node)
    if name == "Add":
        learned = [one for one in inner if len(inner) == 1 or not _is_of_weights(one)]
        return _Term(learned[0], term.falls) if len(learned) == 1 and _is_plain(node) else None
    if name in ("Mul", "Div"):
        factor = _factor(node)
        is_number = factor is not None and factor.numel() == 1
        return _Term(inner[0], term.falls != (float(factor) < 0)) if is_number else None
    if len(inner) != 1 or name not in ("Neg", *REDUCED, *PASSED):
        return None
    return _Term(inner[0], term.falls != (name == "Neg"))


def _is_plain(addition: Any) -> bool:
    return bool(addition._saved_alpha == 1)


def _factor(node: Any) -> Any:
    """What is not learned, in a product or below the line; None where both are learned."""
    first, second = (before for before, _ in node.next_functions)
    if first is not None and second is None:
        return node._saved_other
    return node._saved_self if first is None and name_of(node) == "Mul" else None


def _is_of_weights(node: Any) -> bool:
    """Whether a term is a penalty, which no layer had a part in."""
    for count, one in enumerate(nodes_from(node)):
        if count == MOST_OF_PENALTY or name_of(one) not in OF_WEIGHTS:
            return False
    return True


def _cross_entropy(product: _Term) -> WrittenLoss | None:
    target = _factor(product.node)
    term = _Term(nodes_before(product.node)[0], product.falls)
    if name_of(term.node) == "Neg":
        term = _Term(nodes_before(term.node)[0], not term.falls)
    shape = tuple(target.shape)
    is_table = len(shape) == 2 and shape[1] > 1 and shape == shape_of(term.node)
    logarithm = _logarithm(term.node) if is_table and term.falls else None
    if logarithm is None or not _is_of_layer(logarithm.source, shape[1]):
        return None
    function = _function(logarithm)
    return None if function is None else WrittenLoss(function, logarithm.given, target)


def _logarithm(node: Any) -> _Logarithm | None:
    if name_of(node) == "LogSoftmax":
        return _Logarithm(node, None, node, ())
    if name_of(node) != "Log":
        return None
    passed: list[Any] = []
    given, (source,) = node._saved_self, nodes_before(node)
    while name_of(source) in ("Add", *CUT, *PICKED) and len(passed) < MOST_NODES:
        given = source._saved_self if name_of(source) in CUT else given
        passed.append(source)
        (source,) = nodes_before(source)
    return _Logarithm(node, given, source, tuple(passed))


def _of_picked(term: _Term) -> WrittenLoss | None:
    """The logarithm of the value of the right class, as if all values were probabilities."""
    logarithm = _logarithm(term.node)
    if logarithm is None or not term.falls or not any(map(_cuts_to_shares, logarithm.passed)):
        return None
    is_picked = term.is_picked or any(name_of(one) in PICKED for one in logarithm.passed)
    classes = shape_of(logarithm.source)[-1:]
    if not is_picked or not classes or not _is_of_layer(logarithm.source, classes[0]):
        return None
    function = _function(logarithm)
    return None if function in (None, *SHARES) else WrittenLoss(function, logarithm.given, None)


def _cuts_to_shares(node: Any) -> bool:
    if name_of(node) != "Clamp" or node._saved_min is None or node._saved_max is None:
        return False
    return bool(0 < node._saved_min < node._saved_max <= 1)


def _function(logarithm: _Logarithm) -> str | None:
    """That gave what the logarithm is of; empty where it was a layer, None where it is unclear."""
    function = function_of(logarithm.source) or ""
    if function not in SHARES:
        return function
    is_over_classes = name_of(logarithm.source) in ("Softmax", "LogSoftmax") and (
        logarithm.source._saved_dim in (1, 2**64 - 1)
    )
    return function if is_over_classes else None


def _is_of_layer(node: Any, classes: int) -> bool:
    """Whether scores are those of a layer with an output for each class, not those of pairs."""
    for _ in range(MOST_NODES):
        if name_of(node) in ("Addmm", "Mm"):
            return shape_of(node)[-1:] == (classes,) and any(map(_is_weight, nodes_before(node)))
        inner = nodes_before(node)
        if len(inner) != 1 or name_of(node) not in (
            *("Softmax", "LogSoftmax", "Relu", "Tanh"),
            *PASSED,
        ):
            return False
        node = inner[0]
    return False


def _is_weight(node: Any) -> bool:
    """Whether it is turned around, as the weights of a layer are; a bias is not."""
    if name_of(node) == LEAF:
        return False
    while name_of(node) in ("T", "Transpose", "ToCopy"):
        (node,) = nodes_before(node)
    return name_of(node) == LEAF


def _is_about(inputs: tuple[Any, ...], target: Any) -> bool:
    """Whether targets are what a network was given, a part of it, the rest of it or what is next.

    So it is where it completes a set, such as what a customer bought: all of a set is right, and
    its parts may compete. Where it cannot be told, they are taken for that.
    """
    if len(inputs) != 1 or not inputs[0].is_floating_point():
        return True
    (given,) = inputs
    if given.shape != target.shape:
        return bool(given.dim() == 3 and given.shape[-1] == target.shape[-1])
    has, wants = given != 0, target != 0
    is_one_each = int(has.sum(1).max()) <= 1
    return is_one_each or not _have_nothing_in_common(has, wants)


def _have_nothing_in_common(has: Any, wants: Any) -> bool:
    """Whether a label is about as likely where the input has something as where it has nothing."""
    if not bool((has & ~wants).any()):
        return False
    with_it, without = wants[has].float().mean(), wants[~has].float().mean()
    return bool(with_it < ALIKE * without) and bool(without < ALIKE * with_it)
