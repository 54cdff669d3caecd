"""`seismograd rule`: print the page of a rule, or the list of rules."""

from __future__ import annotations

import argparse
import json
import sys

from seismograd.cli.terminal import add_colour_argument, style_for, write
from seismograd.cli.trouble import SUCCESS, UsageError
from seismograd.near_names import nearest
from seismograd.reports.rule_page import rule_as_dict, rule_markdown, rules_table
from seismograd.reports.style import Style
from seismograd.rules.registry import all_rules, rules_by_name
from seismograd.rules.rule import Rule

EXAMPLES = """examples:
  seismograd rule                         every rule in one table
  seismograd rule SG101                   the page of a rule, by code
  seismograd rule softmax-before-cross-entropy
  seismograd rule --format json           metadata and pages for programs
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("rule", nargs="?", metavar="CODE|NAME", help="without it: a list")
    parser.add_argument("--format", choices=("text", "json"), default="text")
    add_colour_argument(parser)


def run(arguments: argparse.Namespace) -> int:
    rule = find_rule(arguments.rule) if arguments.rule else None
    if arguments.format == "json":
        rules = [rule_as_dict(item) for item in all_rules()]
        write(json.dumps(rule_as_dict(rule) if rule else rules, indent=2))
    elif rule is None:
        write(rules_table(all_rules()))
    else:
        write(_painted(rule_markdown(rule), style_for(arguments.colour, sys.stdout)))
    return SUCCESS


def find_rule(given: str) -> Rule:
    """The rule of a code or a name, in any case."""
    rules = rules_by_name()
    found = rules.get(given.upper()) or rules.get(given.lower())
    if found is None:
        close = nearest(given, rules)
        guess = f"did you mean '{close}'?" if close else "`seismograd rule` lists them"
        raise UsageError(f"no such rule: {given}; {guess}")
    return found


def _painted(page: str, style: Style) -> str:
    lines = page.splitlines()
    return "\n".join(style.paint(line, "bold") if line.startswith("#") else line for line in lines)
