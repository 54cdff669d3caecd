"""`seismograd rule`: print the page of a rule, or the list of rules."""

from __future__ import annotations

from seismograd.cli.page_command import PageCommand
from seismograd.reports.rule_page import rule_as_dict, rule_markdown, rules_table
from seismograd.rules.registry import all_rules, rules_by_name

EXAMPLES = """examples:
  seismograd rule                         every rule in one table
  seismograd rule SG101                   the page of a rule, by code
  seismograd rule softmax-before-cross-entropy
  seismograd rule --format json           metadata and pages for programs
"""
_COMMAND = PageCommand(
    "rule", "CODE|NAME", all_rules, rules_by_name, rule_as_dict, rule_markdown, rules_table
)
add_arguments, run, find_rule = _COMMAND.add_arguments, _COMMAND.run, _COMMAND.find
