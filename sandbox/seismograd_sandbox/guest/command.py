"""The runner's command line."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import NoReturn

from .options import Options
from .runner import run


def main(words: Sequence[str] | None = None) -> NoReturn:
    run(parse(words))


def parse(words: Sequence[str] | None = None) -> Options:
    parser = argparse.ArgumentParser(prog="seismograd-guest", description=__doc__)
    parser.add_argument("--trace", required=True, help="the file that events are appended to")
    parser.add_argument("--root", required=True, help="the folder of the project")
    parser.add_argument("--folder", help="where to start, if not in the present folder")
    parser.add_argument("--id", default="", help="the name of the run")
    parser.add_argument("--seed", type=int, help="seed every generator of random numbers")
    parser.add_argument("--budget", type=float, default=0.05, help="the probes' share of the time")
    parser.add_argument("--probes", choices=("auto", "none", "every-step"), default="auto")
    parser.add_argument("--max-trace-mb", type=float, default=64.0)
    parser.add_argument("-m", dest="module", action="store_true", help="ENTRY names a module")
    parser.add_argument("entry", metavar="ENTRY")
    parser.add_argument("arguments", nargs=argparse.REMAINDER, metavar="ARGS")
    return Options(**vars(parser.parse_args(words)))
