"""`seismograd symptom`: print the page of a symptom, or the list of symptoms."""

from __future__ import annotations

from seismograd.cli.page_command import PageCommand
from seismograd.reports.symptom_page import symptom_as_dict, symptom_markdown, symptoms_table
from seismograd.traces.symptoms import all_detectors, detectors_by_name

EXAMPLES = """examples:
  seismograd symptom                      every symptom in one table
  seismograd symptom dead-units           the page of a symptom
  seismograd symptom --format json        metadata and pages for programs
"""
_COMMAND = PageCommand(
    "symptom",
    "NAME",
    all_detectors,
    detectors_by_name,
    symptom_as_dict,
    symptom_markdown,
    symptoms_table,
)
add_arguments, run = _COMMAND.add_arguments, _COMMAND.run
