"""What a deep-learning program says, whatever framework it is written in."""

from seismograd.program.read import give_up, read_program, release

__all__ = ["give_up", "read_program", "release"]
