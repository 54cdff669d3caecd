"""The names under which scripts measure what silent bugs are about, and what they mean."""

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
    "changed_defaults": "how many settings that nobody mentioned are not at their defaults",
    "difference_between_inputs": "the largest absolute difference of the outputs for two different "
    "inputs",
    "shape": "the shape as a list of numbers",
    "dtype": "the name of the dtype, such as float32",
    "metric": "the value of the metric; shares as fractions of one",
    "value": "the value in question",
    "difference_from_expected": "the largest absolute difference from what is right by definition, "
    "computed in another way",
    "perfect_score": "the metric of a prediction that equals the truth",
    "difference_in_batches": "the difference of a result over examples in batches and all at once",
    "difference_after_reset": "the difference of a result for the same examples before and after a "
    "reset",
    "metric_by_k": "the metric for growing k, as a list",
    "difference_when_swapped": "the difference of a result when its two inputs are exchanged",
    "difference_by_order": "the difference of a result for the same examples in another order",
    "difference_with_ties": "the difference of a ranking metric from its definition where scores "
    "are equal",
    "result_of_equal_scores": "the metric of a ranking where all scores are equal",
    "sum_from_one": "by how much sums of probabilities or weights are off one, at most",
    "norm_from_one": "by how much the lengths of vectors are off one, at most",
    "shared_parameters": "how many parameters belong to two parts, or to a network and its copy",
    "learning_rates": "the learning rate after each step of the scheduler, as a list",
    "learning_rates_in_an_epoch": "the learning rate of every batch of the first epoch, as a list",
    "first_rate": "the learning rate of the first step",
    "highest_rate": "the highest learning rate of all steps",
    "last_rate": "the learning rate of the last step of the schedule",
    "length": "the number of examples or batches",
    "duplicates": "how many examples come more than once",
    "missing": "how many examples never come",
    "overlap": "how many examples are in both sets",
    "mismatches": "how many examples have another's label",
    "difference_between_reads": "the largest absolute difference of one example that is read twice",
    "change_of_input": "the largest absolute change of what a call was given, by the call",
    "difference_after_round_trip": "the largest absolute difference of what was converted there "
    "and back; 1 for texts that differ",
    "same_order": "whether two epochs give the examples in the same order",
    "growth_bytes": "by how many bytes the resident memory of the process grew over the steps, "
    "after the first few, as /proc/self/statm tells it; tracemalloc does not see tensors",
    "live_tensors": "how many tensors of earlier steps are still alive, by weak references to them",
    "change_of_frozen_part": "the largest change, by training, of what a frozen part holds: its "
    "parameters and statistics",
    "entries_per_capacity": "how many times its capacity something keeps, after far more was added",
    "losses": "the losses that a script prints, line by line",
    "loss_first": "the mean loss of the first steps",
    "loss_last": "the mean loss of the last steps",
    "acted_too_early": "whether training was stopped, or the rate lowered, while the metric got "
    "better in time",
    "never_acted": "whether nothing was done though the metric did not get better for far longer "
    "than it may",
    "epochs_from_best": "how many epochs lie between the state that is kept and the best one",
    "gradient_over_limit": "by how much the largest entry of a gradient is over its limit when it "
    "is used",
    "difference_from_big_batch": "the difference of gradients that are added up over batches from "
    "those of one large batch, as a share of the latter",
    "missing_updates": "how many updates there are less than the batches make",
    "mixed_devices": "how many operations got tensors of two devices",
    "average_change": "the largest change of averaged weights when the weights they follow change",
    "average_from_weights": "the largest difference of averaged weights from those they follow, "
    "soon after these have changed",
    "change_by_augmentation": "the largest difference of one training example that is read many "
    "times",
    "difference_by_weights": "the largest difference of results with quite other weights of "
    "classes or examples",
    "raised": "whether the call raised an exception",
}
"""A script prints `MEASURED <name> <JSON>` for each; `measured` and `series` take any other too."""
