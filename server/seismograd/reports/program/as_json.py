"""A program as JSON."""

from __future__ import annotations

import json

from seismograd.program.model import Program
from seismograd.reports.program.facts import program_facts


def program_json(program: Program) -> str:
    return json.dumps(program_facts(program), indent=2, ensure_ascii=False) + "\n"
