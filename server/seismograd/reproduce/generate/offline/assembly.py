"""The search with everything it knows."""

from __future__ import annotations

from seismograd.reproduce.generate.offline.repairs.missing_names import import_missing_names
from seismograd.reproduce.generate.offline.repairs.patches import patch_suspect_lines
from seismograd.reproduce.generate.offline.repairs.variants import vary_reported_values
from seismograd.reproduce.generate.offline.search import OfflineSearch
from seismograd.reproduce.generate.offline.seeds.entry_points import from_entry_points
from seismograd.reproduce.generate.offline.seeds.snippets import from_snippets


def offline_search() -> OfflineSearch:
    return OfflineSearch(
        seeds=(from_snippets, from_entry_points),
        repairs=(import_missing_names, vary_reported_values, patch_suspect_lines),
    )
