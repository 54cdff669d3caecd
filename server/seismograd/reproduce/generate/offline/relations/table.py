"""The relations: do something in two ways, and compare.

Networks offer `make()`, `answer(model)` (numbers, in evaluation mode), `of_first(...)`, and where
their inputs allow it `answer_alone(model)`, `answer_changed(model)` with `visible(...)`, and
`make_with_option()`. Accumulators, such as metrics, offer `make()`, `add(thing, rows)` and
`total(thing)` over the rows 0 to 7.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Relation:
    """Bodies of functions in terms of what its subject offers; each returns numbers."""

    symptom: str
    """The family of criteria that it shows; see `silent_symptoms`."""
    measurement: str
    idea: str
    """For people; `{subject}` is its name."""
    first: tuple[str, ...]
    second: tuple[str, ...]
    before: tuple[str, ...] = ()
    """Statements that both ways need."""
    needs: tuple[str, ...] = ()
    """Functions that not every subject offers."""
    control: tuple[str, ...] = ()
    """The second way of the control; else it is the first way once more."""


WITH_OPTION = "make_with_option"
OF_NETWORKS = (
    Relation(
        "reload",
        "difference_after_reload",
        "Load the state of {subject} into a new one.",
        before=("move(model)",),
        first=("return answer(model)",),
        second=("seed(1)", "again = make()", "load(again, state(model))", "return answer(again)"),
    ),
    Relation(
        "evaluation",
        "difference_between_calls",
        "Call {subject} twice in evaluation mode.",
        first=("seed(0)", "return answer(copied(model))"),
        second=("answer(model)", "return answer(model)"),
    ),
    Relation(
        "determinism",
        "difference_between_runs",
        "Make and call {subject} twice with the same seed.",
        first=("seed(0)", "return answer(make())"),
        second=("framework_seed(0)", "return answer(make())"),
    ),
    Relation(
        "batch",
        "difference_alone_and_in_batch",
        "Give {subject} an example alone and in a batch.",
        first=("return of_first(model)",),
        second=("return answer_alone(model)",),
        needs=("answer_alone",),
    ),
    Relation(
        "mask",
        "change_through_mask",
        "Change what {subject} must not see, and look at the rest.",
        first=("return visible(model, False)",),
        second=("return visible(model, True)",),
        needs=("visible",),
    ),
    Relation(
        "option",
        "difference_with_option",
        "Give {subject} another value of an option.",
        first=("seed(0)", "return answer(make())"),
        second=("seed(0)", "return answer(make_with_option())"),
        control=("seed(1)", "return answer(make_with_option())"),
        needs=(WITH_OPTION,),
    ),
)
OF_ACCUMULATORS = (
    Relation(
        "reset",
        "difference_after_reset",
        "Add to {subject}, reset it, and add the same again.",
        first=("thing = make()", "add(thing, slice(4, 8))", "return total(thing)"),
        second=(
            "thing = make()",
            "add(thing, slice(0, 4))",
            "thing.reset()",
            "add(thing, slice(4, 8))",
            "return total(thing)",
        ),
        needs=("reset",),
    ),
    Relation(
        "batches",
        "difference_in_batches",
        "Add to {subject} in unequal batches, and all at once.",
        first=("thing = make()", "add(thing, slice(0, 8))", "return total(thing)"),
        second=(
            "thing = make()",
            "add(thing, slice(0, 6))",
            "add(thing, slice(6, 8))",
            "return total(thing)",
        ),
    ),
    Relation(
        "order",
        "difference_by_order",
        "Add to {subject} in another order.",
        first=("thing = make()", "add(thing, slice(0, 8))", "return total(thing)"),
        second=("thing = make()", "add(thing, [5, 2, 7, 0, 3, 6, 1, 4])", "return total(thing)"),
    ),
    Relation(
        "reload",
        "difference_after_reload",
        "Load the state of {subject} into a new one.",
        first=("thing = make()", "add(thing, slice(0, 8))", "return total(thing)"),
        second=(
            "thing, again = make(), make()",
            "add(thing, slice(0, 6))",
            "again.load_state_dict(copy.deepcopy(thing.state_dict()))",
            "add(again, slice(6, 8))",
            "return total(again)",
        ),
        needs=("state_dict", "load_state_dict"),
    ),
)
