"""The page for those who write a client names what there is."""

from __future__ import annotations

import re
from pathlib import Path

from seismograd.lsp import protocol
from seismograd.lsp.assembly import create_server
from seismograd.lsp.client_options import LANGUAGE_MODEL, TRUSTED
from seismograd.lsp.model_errors import CODES

PAGE = (Path(__file__).parents[2] / "docs" / "protocol.md").read_text("utf-8")


def test_every_command_has_its_row_and_every_row_a_command() -> None:
    told = set(re.findall(r"^\| `(seismograd\.\w+)` \|", PAGE, re.MULTILINE))
    assert told == set(create_server().protocol.fm.commands)


def test_every_method_and_option_is_named() -> None:
    methods = {value for value in vars(protocol).values() if str(value).startswith("seismograd/")}
    assert len(methods) == 7
    missing = [name for name in {*methods, TRUSTED, LANGUAGE_MODEL} if f"`{name}`" not in PAGE]
    assert missing == []


def test_every_error_has_its_row() -> None:
    assert {int(code) for code in re.findall(r"^\| (-\d+) \|", PAGE, re.MULTILINE)} == set(CODES)
