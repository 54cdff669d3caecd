from dataclasses import dataclass


@dataclass
class RankerConfig:
    vocabulary: int = 500
    width: int = 32
    heads: int = 4
    layers: int = 2
    max_length: int = 64
    padding: int = 0
