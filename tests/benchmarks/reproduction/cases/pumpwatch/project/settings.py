from dataclasses import dataclass


@dataclass(frozen=True)
class Settings:
    history: int = 48
    horizon: int = 6
    hours: int = 600
    calendar: bool = False
    hidden: int = 24
    epochs: int = 2
    batch_size: int = 32
    lr: float = 3e-3

    @property
    def channels(self) -> int:
        return 5 if self.calendar else 1
