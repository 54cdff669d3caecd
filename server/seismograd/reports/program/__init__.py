"""What was understood of a program, for people and for tools."""

from seismograd.reports.program.as_json import program_json
from seismograd.reports.program.as_text import program_text

__all__ = ["program_json", "program_text"]
