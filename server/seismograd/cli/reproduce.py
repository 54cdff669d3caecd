"""`seismograd reproduce`: a reported bug as a script that was executed and has a control."""

from __future__ import annotations

import argparse
import json

from seismograd.cli.reproduce_options import EXAMPLES, add_arguments, project_from, report_from
from seismograd.cli.terminal import write
from seismograd.cli.trouble import SUCCESS, UsageError
from seismograd.reproduce.criteria.criteria_file import criteria_document
from seismograd.reproduce.criteria_selection import fingerprints

__all__ = ["EXAMPLES", "add_arguments", "run"]


def run(arguments: argparse.Namespace) -> int:
    if arguments.show_criteria:
        return _show_criteria(arguments)
    # It brings most of the product with it, and takes a second.
    from seismograd.cli.reproduce_request import reproduce

    return reproduce(arguments)


def _show_criteria(arguments: argparse.Namespace) -> int:
    """In the form that `--criteria` takes; only the likeliest, since one is what will be used."""
    root = project_from(arguments)
    found = fingerprints(report_from(arguments, root), root)
    if not found:
        raise UsageError("the report names nothing that a run could be checked for")
    write(json.dumps(criteria_document(found[0]), indent=2))
    return SUCCESS
