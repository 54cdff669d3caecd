"""Commands about reproductions. What they need is loaded with the first of them."""

from __future__ import annotations

from typing import Any

import attrs
from pygls.exceptions import JsonRpcInvalidParams

from seismograd.lsp.language_server import SeismogradServer

REPRODUCE = "seismograd.reproduce"
REPRODUCTIONS = "seismograd.reproductions"
CRITERIA = "seismograd.reproductionCriteria"
REMOVE = "seismograd.removeReproduction"
INSERT_TEST = "seismograd.insertReproductionTest"


@attrs.define(eq=False, repr=False)
class ReproduceParams:
    """A report: text, a file on disk, an address, or that of an earlier reproduction."""

    uri: str | None = None
    """The document that the report stands in; its folder is the project."""
    text: str | None = None
    """The report itself, where it is not all of the file on disk."""
    address: str | None = None
    folder: str | None = None
    """The project, where no document says."""
    id: str | None = None
    """An earlier reproduction, to be tried again."""
    criteria: str | None = None
    """What runs are checked for, as the JSON of criteria; else what the report says."""


@attrs.define(eq=False, repr=False)
class ReproductionParams:
    """Names a reproduction."""

    id: str


def register(server: SeismogradServer) -> None:
    server.command(REPRODUCE)(reproduce)
    server.command(REPRODUCTIONS)(reproductions)
    server.command(CRITERIA)(criteria)
    server.command(REMOVE)(remove)
    server.command(INSERT_TEST)(insert_test)


async def reproduce(
    ls: SeismogradServer, params: ReproduceParams | None = None, *_more: Any
) -> dict[str, str]:
    from seismograd.lsp import reproduce_command

    return await reproduce_command.reproduce(ls, params or ReproduceParams())


async def reproductions(ls: SeismogradServer, *_arguments: Any) -> list[dict[str, Any]]:
    from seismograd.lsp import reproduce_rows

    return await reproduce_rows.reproductions(ls)


async def criteria(
    ls: SeismogradServer, params: ReproductionParams | None = None, *_more: Any
) -> dict[str, str]:
    from seismograd.lsp import reproduce_rows

    return await reproduce_rows.criteria(ls, _named(params))


async def remove(
    ls: SeismogradServer, params: ReproductionParams | None = None, *_more: Any
) -> dict[str, bool]:
    from seismograd.lsp import reproduce_rows

    return await reproduce_rows.remove(ls, _named(params))


async def insert_test(
    ls: SeismogradServer, params: ReproductionParams | None = None, *_more: Any
) -> dict[str, str]:
    from seismograd.lsp import reproduce_rows

    return await reproduce_rows.insert(ls, _named(params))


async def show_kept(ls: SeismogradServer) -> None:
    """What earlier sessions have shown, in a workspace that is trusted."""
    if not ls.options.trusted:
        return
    from seismograd.lsp import reproduce_kept

    await reproduce_kept.show(ls)


def _named(params: ReproductionParams | None) -> str:
    if params is None:
        raise JsonRpcInvalidParams("the reproduction is missing: {id}")
    return params.id
