from logkeeper.meters import Average, MeterBoard
from logkeeper.loop import Loop

__all__ = ["Average", "Loop", "MeterBoard"]
