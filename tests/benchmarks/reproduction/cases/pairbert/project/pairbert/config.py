from dataclasses import dataclass


@dataclass
class PairBertConfig:
    vocabulary: int = 200
    width: int = 32
    heads: int = 4
    layers: int = 2
    longest: int = 64
    classes: int = 3
    dropout: float = 0.1
