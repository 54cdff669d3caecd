"""A command that prints pages, of rules or of symptoms: one of them, or the list."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from seismograd.cli.terminal import add_colour_argument, style_for, write
from seismograd.cli.trouble import SUCCESS, UsageError
from seismograd.near_names import nearest
from seismograd.reports.style import Style

One = TypeVar("One")


@dataclass(frozen=True, slots=True)
class PageCommand(Generic[One]):
    noun: str
    """Of the command, too."""
    metavar: str
    every: Callable[[], Sequence[One]]
    by_name: Callable[[], Mapping[str, One]]
    as_dict: Callable[[One], dict[str, Any]]
    markdown: Callable[[One], str]
    table: Callable[[Sequence[One]], str]

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("name", nargs="?", metavar=self.metavar, help="without it: a list")
        parser.add_argument("--format", choices=("text", "json"), default="text")
        add_colour_argument(parser)

    def run(self, arguments: argparse.Namespace) -> int:
        one = self.find(arguments.name) if arguments.name else None
        if arguments.format == "json":
            every = [self.as_dict(item) for item in self.every()] if one is None else None
            write(json.dumps(every if one is None else self.as_dict(one), indent=2))
        elif one is None:
            write(self.table(self.every()))
        else:
            write(_painted(self.markdown(one), style_for(arguments.colour, sys.stdout)))
        return SUCCESS

    def find(self, given: str) -> One:
        """By a code or a name, in any case."""
        known = self.by_name()
        found = known.get(given.upper()) or known.get(given.lower())
        if found is None:
            close = nearest(given, known)
            guess = f"did you mean '{close}'?" if close else f"`seismograd {self.noun}` lists them"
            raise UsageError(f"no such {self.noun}: {given}; {guess}")
        return found


def _painted(page: str, style: Style) -> str:
    lines = page.splitlines()
    return "\n".join(style.paint(line, "bold") if line.startswith("#") else line for line in lines)
