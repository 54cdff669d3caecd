"""`seismograd serve`: run the language server for an editor."""

from __future__ import annotations

import argparse

from seismograd.cli.trouble import SUCCESS, UsageError

EXAMPLES = """examples:
  seismograd serve                          on standard input and output, as editors start it
  seismograd serve --tcp 127.0.0.1:2087     on a socket, for debugging

A socket is for one client of this machine. Every user of the machine can connect to it: do not use
it where you share the machine with people whom you do not trust.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--tcp", metavar="HOST:PORT", help="wait for one client on a socket of this machine"
    )
    parser.add_argument("--stdio", action="store_true", help="the default; editors pass it")


def run(arguments: argparse.Namespace) -> int:
    address = _address(arguments.tcp) if arguments.tcp else None
    from seismograd.lsp.server import serve

    try:
        serve(address)
    except OSError as error:
        if address is None:
            raise
        raise UsageError(f"cannot listen on {arguments.tcp}: {error.strerror}") from error
    return SUCCESS


def _address(text: str) -> tuple[str, int]:
    host, _, port = text.rpartition(":")
    if not host or not port.isdecimal() or not 0 <= int(port) <= 65535:
        raise UsageError(f"--tcp wants HOST:PORT, not '{text}'")
    return host.strip("[]"), int(port)
