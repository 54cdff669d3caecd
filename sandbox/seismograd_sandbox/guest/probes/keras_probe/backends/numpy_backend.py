"""Arrays in main memory; also what other backends make of theirs."""

from __future__ import annotations

from typing import Any

from .backend import COLUMNS, ROWS, Backend, Letter, stride


class Arrived:
    """Numbers that are here already."""

    def __init__(self, numbers: Any) -> None:
        self._numbers = numbers

    def arrived(self) -> bool:
        return True

    def content(self) -> Any:
        return self._numbers


class NumpyBackend(Backend):
    def is_concrete(self, value: Any) -> bool:
        return isinstance(value, self.numpy.ndarray)

    def sample(self, tensor: Any) -> Any:
        flat = self.host(tensor).reshape(-1)
        return flat[:: stride(flat.size)].astype("float32")

    def grid(self, tensor: Any, axis: int) -> tuple[Any, tuple[int, int]]:
        array = self.numpy.moveaxis(self.host(tensor), axis, -1)
        table = array.reshape(-1, array.shape[-1])
        rows, columns = (stride(table.shape[0], ROWS), stride(table.shape[1], COLUMNS))
        picked = table[::rows, ::columns]
        return picked.astype("float32").reshape(-1), picked.shape

    def norm(self, tensors: list[Any]) -> Any:
        squares = [float((self.host(t).astype("float64") ** 2).sum()) for t in tensors]
        return float(sum(squares) ** 0.5)

    def join(self, parts: list[Any]) -> Any:
        return self.numpy.concatenate([self._flat(part) for part in parts])

    def post(self, joined: list[Any]) -> Letter:
        return Arrived(self.numpy.concatenate(joined))

    def _flat(self, part: Any) -> Any:
        return self.numpy.asarray(part, dtype="float32").reshape(-1)
