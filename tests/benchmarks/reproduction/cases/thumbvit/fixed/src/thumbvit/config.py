from dataclasses import dataclass


@dataclass
class ViTConfig:
    image_size: int | tuple[int, int] = 32
    patch: int = 4
    channels: int = 3
    width: int = 48
    heads: int = 4
    depth: int = 2
    classes: int = 10
    dropout: float = 0.0

    @property
    def size(self) -> tuple[int, int]:
        if isinstance(self.image_size, int):
            return (self.image_size, self.image_size)
        return tuple(self.image_size)

    @property
    def grid(self) -> tuple[int, int]:
        height, width = self.size
        return (height // self.patch, width // self.patch)
