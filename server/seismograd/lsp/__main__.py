"""Run the language server on the standard streams."""

from __future__ import annotations

from seismograd.lsp.server import serve

if __name__ == "__main__":
    serve(None)
