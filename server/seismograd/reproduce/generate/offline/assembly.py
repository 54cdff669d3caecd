"""The search with everything it knows."""

from __future__ import annotations

from collections.abc import Mapping

from seismograd.reproduce.drafts.commands import (
    from_entry_points,
    from_other_entry_points,
    from_whole_runs,
)
from seismograd.reproduce.generate.offline.calls import from_calls
from seismograd.reproduce.generate.offline.completions.imports import (
    import_from_where_it_is,
    import_missing_names,
    use_another_keras_backend,
)
from seismograd.reproduce.generate.offline.completions.left_out_code import (
    build_missing_names,
    complete_open_calls,
)
from seismograd.reproduce.generate.offline.completions.missing_inputs import (
    add_missing_columns,
    give_required_options,
    use_small_files,
)
from seismograd.reproduce.generate.offline.find_controls import find_controls
from seismograd.reproduce.generate.offline.relations.drafts import from_relations
from seismograd.reproduce.generate.offline.report_code import from_other_code, from_snippets
from seismograd.reproduce.generate.offline.reported_values import with_reported_values
from seismograd.reproduce.generate.offline.search import OfflineSearch, Seed
from seismograd.reproduce.plan.plan import Plan, Way

_SEEDS: tuple[Seed, ...] = (
    from_snippets,
    from_other_code,
    from_relations,
    from_entry_points,
    from_calls,
    from_other_entry_points,
    from_whole_runs,
)
_FIRST: Mapping[Way, Seed] = {
    Way.SNIPPET: from_snippets,
    Way.COMMAND: from_entry_points,
    Way.CALL: from_calls,
    Way.RELATION: from_relations,
}


def offline_search(plan: Plan | None = None) -> OfflineSearch:
    """With the way of the plan first."""
    first = _SEEDS[0] if plan is None else _FIRST[plan.way]
    return OfflineSearch(
        seeds=(first, *(seed for seed in _SEEDS if seed is not first)),
        completions=(
            import_missing_names,
            import_from_where_it_is,
            use_another_keras_backend,
            complete_open_calls,
            build_missing_names,
            give_required_options,
            use_small_files,
            add_missing_columns,
            with_reported_values,
            find_controls,
        ),
    )
