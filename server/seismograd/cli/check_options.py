"""The options of `seismograd check`, and the settings that they stand for."""

from __future__ import annotations

import argparse
import re

from seismograd.cli.targets import STANDARD_INPUT
from seismograd.cli.terminal import add_colour_argument
from seismograd.cli.trouble import UsageError

FORMATS = ("text", "json", "sarif", "github")
EXAMPLES = """examples:
  seismograd check                            check this folder
  seismograd check src train.py               check a folder and a file
  seismograd check --diff .                   show what the safe fixes would change
  seismograd check --fix --unsafe-fixes .     apply every fix
  seismograd check --select SG1 --ignore SG105 .
  seismograd check --severity SG203=hint .
  seismograd check --format sarif . > faults.sarif
  cat train.py | seismograd check - --stdin-filename train.py

exit status: 0 nothing found, 1 findings, 2 the command could not be carried out
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "paths",
        nargs="*",
        default=["."],
        metavar="PATH",
        help="files and folders; - is standard input (default: this folder)",
    )
    _add_rule_options(parser.add_argument_group("rules"))
    _add_fix_options(parser.add_argument_group("fixes"))
    _add_file_options(parser.add_argument_group("files"))
    _add_output_options(parser.add_argument_group("output"))
    add_colour_argument(parser)


def settings_from(arguments: argparse.Namespace) -> dict[str, object]:
    """The settings that the command line overrides."""
    overrides: dict[str, object] = {}
    for name in ("select", "ignore", "exclude"):
        given = getattr(arguments, name)
        if given:
            overrides[name] = _items(name, given) if name == "exclude" else selectors(name, given)
    if arguments.severity:
        overrides["severity"] = dict(map(_grade, arguments.severity))
    if arguments.preview is not None:
        overrides["preview"] = arguments.preview
    return overrides


def selectors(option: str, given: list[str]) -> list[str]:
    """Codes, prefixes and names of rules as people write them: in any case, with commas."""
    return [_selector(item) for item in _items(option, given)]


def validate(arguments: argparse.Namespace) -> None:
    """Refuse combinations that make no sense."""
    if STANDARD_INPUT in arguments.paths and len(arguments.paths) > 1:
        raise UsageError("- (standard input) cannot be combined with other paths")
    if arguments.stdin_filename and arguments.paths != [STANDARD_INPUT]:
        raise UsageError("--stdin-filename needs - as the only path")
    if arguments.unsafe_fixes and not (arguments.fix or arguments.diff):
        raise UsageError("--unsafe-fixes needs --fix or --diff")
    if (arguments.diff or arguments.statistics) and arguments.format != "text":
        raise UsageError("--diff and --statistics need --format text")
    if arguments.jobs is not None and arguments.jobs < 1:
        raise UsageError("--jobs must be at least 1")


def _add_rule_options(group: argparse._ArgumentGroup) -> None:
    group.add_argument(
        "--select", action="append", metavar="RULES", help="codes, prefixes or names, with commas"
    )
    group.add_argument(
        "--ignore", action="append", metavar="RULES", help="rules to leave out, as for --select"
    )
    group.add_argument(
        "--severity",
        action="append",
        metavar="RULE=LEVEL",
        help="grade a rule error, warning, info or hint; can be repeated",
    )
    group.add_argument(
        "--preview",
        action=argparse.BooleanOptionalAction,
        help="also run rules that are still noisy or young",
    )


def _add_fix_options(group: argparse._ArgumentGroup) -> None:
    how = group.add_mutually_exclusive_group()
    how.add_argument("--fix", action="store_true", help="apply safe fixes to the files")
    how.add_argument("--diff", action="store_true", help="show the fixes, change nothing")
    group.add_argument(
        "--unsafe-fixes", action="store_true", help="with --fix or --diff: unsafe ones too"
    )


def _add_file_options(group: argparse._ArgumentGroup) -> None:
    group.add_argument(
        "--exclude",
        action="append",
        metavar="PATTERNS",
        help="leave out files and folders, in the syntax of .gitignore",
    )
    group.add_argument(
        "--force-exclude",
        action="store_true",
        help="leave out what is excluded even where it is named, as hooks name files",
    )
    group.add_argument(
        "--stdin-filename", metavar="FILE", help="the file that standard input stands for"
    )
    group.add_argument(
        "--jobs", type=int, metavar="N", help="processes (default: several for large trees)"
    )


def _add_output_options(group: argparse._ArgumentGroup) -> None:
    group.add_argument("--format", choices=FORMATS, default="text")
    group.add_argument(
        "--statistics", action="store_true", help="how often each rule fired, and nothing else"
    )
    group.add_argument(
        "--verbose", action="store_true", help="also say which files were read in part only"
    )
    group.add_argument("--exit-zero", action="store_true", help="exit with 0 despite findings")


def _items(option: str, given: list[str]) -> list[str]:
    items = [item.strip() for text in given for item in text.split(",") if item.strip()]
    if not items:
        raise UsageError(f"--{option} is empty")
    return items


def _selector(text: str) -> str:
    """Codes are known in capitals, but nobody should have to type them so."""
    return text.upper() if re.fullmatch(r"(?i)SG\d*|ALL", text) else text


def _grade(text: str) -> tuple[str, str]:
    rule, separator, level = text.partition("=")
    if not separator:
        raise UsageError(f"--severity wants RULE=LEVEL, not '{text}'")
    return _selector(rule.strip()), level.strip()
