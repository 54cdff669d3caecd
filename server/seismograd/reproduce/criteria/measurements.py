"""What scripts measure of silent bugs: the names, what they mean, and where noise ends."""

from __future__ import annotations

MEASUREMENTS = {
    "nan_count": "how many values of an output, loss, gradient or parameter are NaN or infinite",
    "gradient_norm": "the norm of the gradient that reaches the parameters in question; 0 for None",
    "parameter_change": "the largest absolute change of the parameters in question by training",
    "difference_after_reload": "the largest absolute difference of outputs or state once reloaded",
    "difference_between_runs": "the largest absolute difference of two runs with the same seed",
    "difference_between_calls": "the largest absolute difference of two calls in evaluation mode",
    "training": "whether the model is in training mode at that point",
    "difference_alone_and_in_batch": "the largest absolute difference of an output, alone "
    "and in a batch",
    "change_through_mask": "the largest absolute change of what should not see masked positions "
    "when only their content changes",
    "difference_with_option": "the largest absolute difference of results with two values of the "
    "option",
    "difference_between_inputs": "the largest absolute difference of the outputs for two different "
    "inputs",
    "shape": "the shape as a list of numbers",
    "dtype": "the name of the dtype, such as float32",
    "value": "the value in question",
    "difference_from_expected": "the largest absolute difference from what is right by definition, "
    "computed in another way",
    "difference_in_batches": "the difference of a result over examples in batches and all at once",
    "difference_after_reset": "the difference of a result for the same examples before and after a "
    "reset",
    "difference_by_order": "the difference of a result for the same examples in another order",
    "learning_rates": "the learning rate after each step of the scheduler, as a list",
    "length": "the number of examples or batches",
    "duplicates": "how many examples come more than once",
    "overlap": "how many examples are in both sets",
    "change_of_input": "the largest absolute change of what a call was given, by the call",
    "growth_bytes": "by how many bytes the resident memory of the process grew over the steps, "
    "after the first few, as /proc/self/statm tells it; tracemalloc does not see tensors",
    "live_tensors": "how many tensors of earlier steps are still alive, by weak references to them",
    "losses": "the losses that a script prints, line by line",
    "loss_first": "the mean loss of the first steps",
    "loss_last": "the mean loss of the last steps",
    "raised": "whether the call raised an exception",
}
"""A script prints `MEASURED <name> <JSON>` for each; `measured` and `series` take any other too."""

ROUNDING = 1e-4
"""Outputs near one in float32 carry about 1e-6 from sums in another order; bugs change far more."""

REPETITION = 1e-6
"""The same program with the same seed on one machine: nothing but sums in other threads differs."""

MASKED = 1e-5
"""What is masked must not matter at all; longer sums in float32 carry about 1e-6."""

STEPS_TO_LEARN = 50
"""Small models on small data have learnt something by then."""

LEAST_FALL = 0.05
"""A loss that falls by less than a twentieth in that time is not distinct from its noise."""

NEAR = 0.05
"""Five per cent, as studies of silent bugs take a metric for the reported one."""
