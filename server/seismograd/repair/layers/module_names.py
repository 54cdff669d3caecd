"""How a file names modules of a library, by its imports."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from seismograd.source.document import Document


def module_name(document: Document, path: str) -> str | None:
    """What the file has to write for a module such as `torch.nn`; None where it has no name."""
    names = dict(_bound(document))
    parts = path.split(".")
    for count in range(len(parts), 0, -1):
        name = names.get(".".join(parts[:count]))
        if name is not None:
            return ".".join([name, *parts[count:]])
    return None


def _bound(document: Document) -> Iterator[tuple[str, str]]:
    """Imported things and the names that the file has for them."""
    for chunk in document.chunks:
        for node in chunk.statements:
            if isinstance(node, ast.Import):
                for alias in node.names:
                    whole, first = alias.name, alias.name.split(".")[0]
                    yield (whole, alias.asname) if alias.asname else (first, first)
            elif isinstance(node, ast.ImportFrom) and not node.level:
                for alias in node.names:
                    yield f"{node.module}.{alias.name}", alias.asname or alias.name
