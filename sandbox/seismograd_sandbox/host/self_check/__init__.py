"""Checks that any sandbox is put through: what it promises, tried from inside."""
