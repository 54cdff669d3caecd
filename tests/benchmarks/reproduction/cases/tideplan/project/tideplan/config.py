from dataclasses import dataclass


@dataclass
class ForecastConfig:
    gauges: int = 5
    width: int = 32
    heads: int = 4
    layers: int = 2
    past: int = 48
    future: int = 12
    dropout: float = 0.1
