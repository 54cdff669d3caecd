"""A program as JSON."""

from __future__ import annotations

import json

from seismograd.program.model import Program
from seismograd.reports.program.placed import placed_facts
from seismograd.reports.report import Report


def program_json(program: Program, report: Report) -> str:
    return json.dumps(placed_facts(program, report), indent=2) + "\n"
