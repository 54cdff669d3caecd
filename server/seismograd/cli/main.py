"""The `seismograd` command: finds the subcommand and turns trouble into one line."""

from __future__ import annotations

import argparse
import importlib
import os
import sys
from collections.abc import Sequence
from typing import NoReturn, Protocol, cast

from seismograd import __version__
from seismograd.cli.trouble import (
    FAILURE,
    INTERRUPTED,
    UsageError,
    log_to_stderr,
    open_closed_streams,
    say,
    trouble_line,
)

COMMANDS = {
    "check": "find deep-learning faults in files and folders",
    "run": "run a training script, watched, and sum up what happened",
    "diagnose": "run a training and name what is wrong with it, on its line",
    "repair": "search a patch of a training and measure what it brings",
    "reproduce": "turn a bug report into a script that shows the bug",
    "show": "print what was understood of a file",
    "rule": "print the page of a rule, or the list of rules",
    "symptom": "print the page of a symptom, or the list of symptoms",
    "mcp": "serve check, run, diagnose, repair, reproduce and more to AI assistants",
    "serve": "run the language server for an editor",
    "doctor": "print versions, settings and what is installed",
    "demo": "show check, its fixes and a reproduction on a small project",
}
_EXAMPLES = """examples:
  seismograd check .                 check every Python file and notebook below this folder
  seismograd check --fix train.py    apply the safe fixes
  seismograd run train.py            run a script and see inside of it
  seismograd diagnose train.py       name what is wrong with a training
  seismograd repair train.py         search a verified patch for it
  seismograd reproduce --issue issue.md .
  seismograd rule SG101              why a rule exists, and how to fix what it finds
  seismograd symptom dead-units      what a symptom of a training means, and what to do
"""


class _Command(Protocol):
    """What a module of a command offers."""

    EXAMPLES: str

    def add_arguments(self, parser: argparse.ArgumentParser) -> None: ...

    def run(self, arguments: argparse.Namespace) -> int: ...


class _Parser(argparse.ArgumentParser):
    """Says what is wrong in one line."""

    def error(self, message: str) -> NoReturn:
        say(f"{message} (try '{self.prog} --help')")
        raise SystemExit(FAILURE)


class _OverviewFormatter(argparse.RawDescriptionHelpFormatter):
    """Leaves room for the longest command: argparse forgets that commands are indented."""

    def add_argument(self, action: argparse.Action) -> None:
        super().add_argument(action)
        longest = max(map(len, COMMANDS)) + 2 * self._indent_increment
        self._action_max_length = max(self._action_max_length, longest)


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command; the result is the exit status."""
    open_closed_streams()
    words = list(sys.argv[1:] if argv is None else argv)
    verbose = bool(os.environ.get("SEISMOGRAD_DEBUG"))
    log_to_stderr(with_traceback=verbose)
    try:
        return _run(words)
    except UsageError as error:
        say(str(error))
    except KeyboardInterrupt:
        say("interrupted")
        return INTERRUPTED
    except BrokenPipeError:
        # Whoever read our output has gone; Python must not try to flush the rest of it.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except Exception as error:
        if verbose:
            raise
        say(trouble_line(error))
    return FAILURE


def _run(words: list[str]) -> int:
    if not words or words[0] not in COMMANDS:
        parser = _overview()
        parser.parse_args(words)
        parser.print_help()
        return FAILURE
    _require_folder()
    # Only the chosen command is imported, so that starting stays fast.
    command = cast(_Command, importlib.import_module(f"seismograd.cli.{words[0]}"))
    parser = _command_parser(words[0], command)
    if getattr(command, "PASSES_ON_ARGUMENTS", False):
        return command.run(_with_passed_on(parser, words[1:]))
    return command.run(parser.parse_args(words[1:]))


def _with_passed_on(parser: argparse.ArgumentParser, words: list[str]) -> argparse.Namespace:
    """Options may stand anywhere before a `--`; what comes after it is somebody else's."""
    end = words.index("--") if "--" in words else len(words)
    arguments, unknown = parser.parse_known_args(words[:end])
    if unknown:
        parser.error(f"{unknown[0]} is no option here; the script's own stand after --")
    arguments.passed_on = words[end + 1 :]
    return arguments


def _require_folder() -> None:
    try:
        os.getcwd()
    except FileNotFoundError as error:
        raise UsageError("the folder that this shell is in does not exist any more") from error


def _overview() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="seismograd",
        description="A seismograph for deep learning: finds faults in PyTorch and Keras code.",
        epilog=_EXAMPLES,
        formatter_class=_OverviewFormatter,
    )
    parser.add_argument("--version", action="version", version=f"seismograd {__version__}")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND")
    for name, summary in COMMANDS.items():
        commands.add_parser(name, help=summary)
    return parser


def _command_parser(name: str, command: _Command) -> argparse.ArgumentParser:
    summary = COMMANDS[name]
    parser = _Parser(
        prog=f"seismograd {name}",
        description=summary[0].upper() + summary[1:] + ".",
        epilog=command.EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    command.add_arguments(parser)
    return parser


if __name__ == "__main__":
    raise SystemExit(main())
