"""The runner's command line."""

from __future__ import annotations

import argparse
import importlib
import sys
from collections.abc import Sequence

from .options import Options
from .runner import run
from .session import Session
from .trace_file import CannotBegin

WARM = "--warm"
JUDGE = "--judge"
FLAGS = frozenset({"-m", "-h", "--help", "--live", "--reached", "--check-network"})


def main(words: Sequence[str] | None = None) -> None:
    words = sys.argv[1:] if words is None else words
    if words[:1] == [WARM]:
        warm = importlib.import_module(".warm", __package__)
        words = warm.wait_for_request(words[1:])
        warm.run_and_vanish(lambda: run_watched(words))
    if words[:1] == [JUDGE]:
        importlib.import_module(".judge", __package__).judge(words[1:])
    run_watched(words)


def run_watched(words: Sequence[str]) -> None:
    options = parse(words)
    try:
        session = Session(options)
    except CannotBegin as error:
        sys.stderr.write(f"seismograd-guest: {error}\n")
        raise SystemExit(2) from None
    run(options, session)


def parse(words: Sequence[str]) -> Options:
    """Our options come first; all words after the entry are the script's."""
    parser = _parser()
    at = _position_of_entry(words)
    options = parser.parse_args(words[:at])
    if not options.trace and options.channel is None:
        parser.error("the following arguments are required: --trace")
    if at >= len(words):
        parser.error("the script or module to run is missing")
    return Options(**vars(options), entry=words[at], arguments=list(words[at + 1 :]))


def _position_of_entry(words: Sequence[str]) -> int:
    at = 0
    while at < len(words) and words[at].startswith("-"):
        at += 1 if words[at] in FLAGS or "=" in words[at] else 2
    return at


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="seismograd-guest", usage="%(prog)s [options] ENTRY [ARGS...]", description=__doc__
    )
    parser.add_argument("--trace", default="", help="the file that events are appended to")
    parser.add_argument("--channel", type=int, help="the pipe that events are sent through")
    parser.add_argument("--root", required=True, help="the folder of the project")
    parser.add_argument("--folder", help="where to start, if not in the present folder")
    parser.add_argument("--id", default="", help="the name of the run")
    parser.add_argument("--seed", type=_seed, help="seed every generator of random numbers")
    parser.add_argument("--shift-seeds", type=int, default=0, help="change seeds that it sets")
    parser.add_argument("--most-steps", type=int, help="end the script after so many steps")
    parser.add_argument("--alter", action="append", default=[], help="change what is trained")
    parser.add_argument("--budget", type=float, default=0.05, help="the probes' share of the time")
    parser.add_argument("--probes", choices=("auto", "none", "every-step"), default="auto")
    parser.add_argument("--live", action="store_true", help="print lines as a terminal gets them")
    parser.add_argument("--reached", action="store_true", help="tell which functions are entered")
    parser.add_argument("--lines", action="append", default=[], help="FILE:FIRST-LAST: tell of it")
    parser.add_argument("--check-network", action="store_true", help="try it when all is over")
    parser.add_argument("--max-trace-mb", type=float, default=64.0)
    parser.add_argument("-m", dest="module", action="store_true", help="ENTRY names a module")
    return parser


def _seed(word: str) -> int:
    """NumPy takes no others than these."""
    seed = int(word)
    if not 0 <= seed < 2**32:
        raise ValueError(word)
    return seed
