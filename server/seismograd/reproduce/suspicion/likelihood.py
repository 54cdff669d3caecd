"""Which mistakes are behind which symptoms, and how often."""

from __future__ import annotations

from collections.abc import Iterator

from seismograd.reproduce.suspicion.operators import (
    Operator,
    counting,
    expressions,
    gradients,
    keeping,
    masks,
    modes,
    numerics,
    options,
    registration,
    seeds,
    statements,
    states,
    training_steps,
)

GENERAL: dict[Operator, float] = {
    expressions.without_wrapper: 0.55,
    expressions.other_truth: 0.6,
    expressions.meant_parameter: 0.45,
    expressions.other_number: 0.5,
    expressions.other_operator: 0.45,
    expressions.other_order: 0.35,
    statements.left_out: 0.4,
    statements.swapped: 0.3,
    statements.other_condition: 0.35,
    statements.out_of_the_loop: 0.3,
    registration.layers_in_a_container: 0.45,
    counting.other_reduction: 0.35,
    counting.one_more_or_less: 0.3,
    counting.whole: 0.3,
    keeping.own_default: 0.3,
}
"""For any symptom: after the mistakes that are known to be behind it."""
BEHIND: dict[str, dict[Operator, float]] = {
    "nan": {
        numerics.kept_from_nought: 1.0,
        numerics.finite_number: 1.0,
        numerics.stable_exponential: 0.9,
        numerics.of_the_population: 0.9,
        masks.turned_round: 0.5,
    },
    "gradient": {
        gradients.with_gradients: 1.0,
        gradients.without_cut: 1.0,
        registration.layers_in_a_container: 1.0,
        registration.tensor_as_parameter: 0.9,
        gradients.all_parameters: 0.9,
        gradients.frozen: 1.0,
        gradients.without_hard_choice: 0.7,
        training_steps.step_taken: 0.7,
        states.of_another: 0.5,
    },
    "learning": {
        training_steps.gradients_cleared: 0.9,
        training_steps.step_taken: 1.0,
        gradients.with_gradients: 0.9,
        gradients.without_cut: 0.9,
        gradients.all_parameters: 0.8,
        gradients.frozen: 0.8,
        registration.layers_in_a_container: 0.7,
        registration.tensor_as_parameter: 0.6,
        options.from_parameter: 0.5,
    },
    "reload": {
        registration.tensor_as_buffer: 1.0,
        registration.persistent_buffer: 1.0,
        registration.layers_in_a_container: 0.9,
        registration.tensor_as_parameter: 0.7,
        states.other_key: 0.8,
        states.of_another: 0.9,
        states.applied: 0.8,
        states.copied: 0.7,
        options.from_parameter: 0.4,
    },
    "determinism": {
        seeds.seeded: 1.0,
        seeds.seeded_generator: 1.0,
        seeds.in_order: 0.9,
        keeping.cleared: 0.5,
    },
    "evaluation": {
        modes.own_mode: 1.0,
        modes.evaluating: 0.9,
        modes.guarded_by_mode: 0.8,
        modes.training: 0.9,
        modes.mode_put_back: 0.9,
        modes.other_mode: 0.8,
    },
    "batch": {
        modes.own_mode: 0.8,
        masks.passed_mask: 0.6,
        counting.other_reduction: 0.4,
        keeping.cleared: 0.5,
        expressions.other_number: 0.9,
    },
    "mask": {
        masks.turned_round: 0.9,
        masks.filled_otherwise: 1.0,
        masks.passed_mask: 0.9,
        masks.weighed_by_mask: 0.9,
        masks.other_diagonal: 1.0,
    },
    "config": {
        options.from_parameter: 1.0,
        options.passed_on: 0.9,
        options.not_overwritten: 1.0,
        options.multiplied: 0.5,
    },
    "metric": {
        counting.weighed_by_size: 0.9,
        counting.counted_otherwise: 0.8,
        counting.other_reduction: 0.8,
        keeping.cleared: 0.8,
        counting.one_more_or_less: 0.5,
        counting.rounded_up: 0.5,
        statements.out_of_the_loop: 0.5,
    },
    "value": {
        counting.other_reduction: 0.8,
        options.multiplied: 0.5,
        options.from_parameter: 0.6,
        training_steps.gradients_cleared: 0.7,
        keeping.cleared: 0.6,
        numerics.of_the_population: 0.6,
        counting.one_more_or_less: 0.5,
    },
    "scheduler": {
        training_steps.scheduled: 1.0,
        training_steps.step_taken: 1.0,
        counting.one_more_or_less: 0.7,
        counting.rounded_up: 0.5,
        options.from_parameter: 0.7,
        statements.swapped: 0.6,
        statements.out_of_the_loop: 0.8,
    },
    "data": {
        counting.one_more_or_less: 0.9,
        counting.whole: 0.8,
        counting.rounded_up: 0.9,
        expressions.other_truth: 0.9,
        expressions.other_number: 0.7,
        keeping.own_default: 0.6,
        keeping.cleared: 0.7,
        seeds.seeded: 0.5,
        options.from_parameter: 0.5,
    },
    "memory": {
        keeping.without_graph: 1.0,
        keeping.not_kept: 0.9,
        keeping.cleared: 0.8,
        keeping.own_default: 0.7,
    },
    "shape": {expressions.without_wrapper: 0.9, expressions.other_number: 0.9},
    "dtype": {expressions.without_wrapper: 1.0},
}


def operators_for(symptom: str) -> Iterator[tuple[Operator, float]]:
    """All that may be behind a symptom, each with how likely it is."""
    yield from {**GENERAL, **BEHIND.get(symptom, {})}.items()
