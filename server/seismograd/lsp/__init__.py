"""The language server: the only room that knows the protocol library."""
