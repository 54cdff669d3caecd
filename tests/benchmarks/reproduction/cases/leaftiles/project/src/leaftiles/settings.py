"""Settings of a run, from YAML-like dictionaries."""

from dataclasses import dataclass, fields


@dataclass
class TileSettings:
    tile_size: tuple = (32, 32)  # rows, columns
    patch: int = 8
    bands: int = 3
    width: int = 64
    depth: int = 2
    heads: int = 4
    diseases: int = 5

    @classmethod
    def from_dict(cls, given):
        known = {field.name for field in fields(cls)}
        unknown = set(given) - known
        if unknown:
            raise KeyError(f"unknown settings: {sorted(unknown)}")
        given = {name: tuple(v) if isinstance(v, list) else v for name, v in given.items()}
        return cls(**given)
