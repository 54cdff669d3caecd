"""What a deep-learning program says, whatever framework it is written in."""

from seismograd.program.read import read_program, release

__all__ = ["read_program", "release"]
