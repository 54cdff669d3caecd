"""The search with everything it knows."""

from __future__ import annotations

from collections.abc import Mapping

from seismograd.reproduce.generate.offline.repairs.back_to_default import go_back_to_defaults
from seismograd.reproduce.generate.offline.repairs.calls_that_work import control_of_earlier_call
from seismograd.reproduce.generate.offline.repairs.doubts import doubt_guessed_inputs
from seismograd.reproduce.generate.offline.repairs.keras_backend import (
    use_another_keras_backend,
)
from seismograd.reproduce.generate.offline.repairs.missing_files import use_small_files
from seismograd.reproduce.generate.offline.repairs.missing_names import import_missing_names
from seismograd.reproduce.generate.offline.repairs.more_axes import try_more_axes
from seismograd.reproduce.generate.offline.repairs.moved_imports import import_from_where_it_is
from seismograd.reproduce.generate.offline.repairs.open_calls import complete_open_calls
from seismograd.reproduce.generate.offline.repairs.other_arguments import leave_out_arguments
from seismograd.reproduce.generate.offline.repairs.other_batches import try_one_example
from seismograd.reproduce.generate.offline.repairs.other_data import try_plainer_data
from seismograd.reproduce.generate.offline.repairs.other_devices import change_devices
from seismograd.reproduce.generate.offline.repairs.other_rows import try_other_rows
from seismograd.reproduce.generate.offline.repairs.other_sizes import try_other_sizes
from seismograd.reproduce.generate.offline.repairs.patches import patch_suspect_lines
from seismograd.reproduce.generate.offline.repairs.required_options import give_required_options
from seismograd.reproduce.generate.offline.repairs.told_controls import control_as_told
from seismograd.reproduce.generate.offline.repairs.triggers import apply_reported_triggers
from seismograd.reproduce.generate.offline.repairs.undefined_names import build_missing_names
from seismograd.reproduce.generate.offline.repairs.variants import vary_reported_values
from seismograd.reproduce.generate.offline.repairs.wrong_inputs import change_wrong_inputs
from seismograd.reproduce.generate.offline.search import OfflineSearch
from seismograd.reproduce.generate.offline.seeds import Seed
from seismograd.reproduce.generate.offline.seeds.calls import from_calls
from seismograd.reproduce.generate.offline.seeds.entry_points import (
    from_entry_points,
    from_other_entry_points,
    from_whole_runs,
)
from seismograd.reproduce.generate.offline.seeds.experiments import from_experiments
from seismograd.reproduce.generate.offline.seeds.experiments.answers.special_inputs import (
    make_inputs_special,
)
from seismograd.reproduce.generate.offline.seeds.experiments.stage.fitting import fit_sizes
from seismograd.reproduce.generate.offline.seeds.keras_uses import from_keras_uses
from seismograd.reproduce.generate.offline.seeds.own_uses import from_own_uses
from seismograd.reproduce.generate.offline.seeds.readme import from_readme
from seismograd.reproduce.generate.offline.seeds.snippets import from_snippets
from seismograd.reproduce.generate.offline.seeds.steps import from_steps
from seismograd.reproduce.plan.plan import Plan, Way

_SEEDS = (
    from_snippets,
    from_steps,
    from_experiments,
    from_entry_points,
    from_calls,
    from_keras_uses,
    from_own_uses,
    from_readme,
    from_other_entry_points,
    from_whole_runs,
)
_FIRST: Mapping[Way, Seed] = {
    Way.SNIPPET: from_snippets,
    Way.COMMAND: from_entry_points,
    Way.CALL: from_calls,
    Way.EXPERIMENT: from_experiments,
}


def offline_search(plan: Plan | None = None) -> OfflineSearch:
    """With the way of the plan first."""
    first = _SEEDS[0] if plan is None else _FIRST[plan.way]
    return OfflineSearch(
        seeds=(first, *(seed for seed in _SEEDS if seed is not first)),
        repairs=(
            import_missing_names,
            import_from_where_it_is,
            use_another_keras_backend,
            complete_open_calls,
            build_missing_names,
            fit_sizes,
            make_inputs_special,
            change_wrong_inputs,
            apply_reported_triggers,
            try_other_sizes,
            doubt_guessed_inputs,
            try_more_axes,
            give_required_options,
            use_small_files,
            go_back_to_defaults,
            leave_out_arguments,
            try_other_rows,
            try_one_example,
            try_plainer_data,
            change_devices,
            control_as_told,
            control_of_earlier_call,
            vary_reported_values,
            patch_suspect_lines,
        ),
    )
