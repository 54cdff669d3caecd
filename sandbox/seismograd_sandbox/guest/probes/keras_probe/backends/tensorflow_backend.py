"""TensorFlow: eager tensors only; what is inside of a graph has no values yet."""

from __future__ import annotations

from typing import Any

from .backend import COLUMNS, ROWS, Backend, Letter, stride


class _Pending:
    """Eager results may still be under way; they are asked for a step later."""

    def __init__(self, joined: Any) -> None:
        self._joined = joined
        self._asked = 0

    def arrived(self) -> bool:
        self._asked += 1
        return self._asked > 1

    def content(self) -> Any:
        return self._joined.numpy()


class TensorflowBackend(Backend):
    def may_look(self) -> bool:
        tf = self.framework
        return bool(tf.executing_eagerly()) and not tf.inside_function()

    def aside(self) -> Any:
        return self.framework.init_scope()

    def is_concrete(self, value: Any) -> bool:
        tf = self.framework
        if isinstance(value, (tf.Variable, tf.IndexedSlices)):
            return True
        return isinstance(value, tf.Tensor) and hasattr(value, "numpy")

    def sample(self, tensor: Any) -> Any:
        flat = self._flat(tensor)
        return flat[:: stride(int(flat.shape[0]))]

    def grid(self, tensor: Any, axis: int) -> tuple[Any, tuple[int, int]]:
        tf = self.framework
        rank = len(tensor.shape)
        order = [at for at in range(rank) if at != axis % rank] + [axis % rank]
        moved = tensor if order == list(range(rank)) else tf.transpose(tensor, order)
        table = tf.reshape(moved, [-1, int(moved.shape[-1])])
        rows, columns = (stride(int(table.shape[0]), ROWS), stride(int(table.shape[1]), COLUMNS))
        picked = table[::rows, ::columns]
        return self._flat(picked), (int(picked.shape[0]), int(picked.shape[1]))

    def norm(self, tensors: list[Any]) -> Any:
        tf = self.framework
        return tf.linalg.global_norm([tf.cast(self._dense(t), tf.float32) for t in tensors])

    def join(self, parts: list[Any]) -> Any:
        return self.framework.concat([self._flat(part) for part in parts], 0)

    def post(self, joined: list[Any]) -> Letter:
        return _Pending(self.framework.concat(joined, 0))

    def _flat(self, tensor: Any) -> Any:
        tf = self.framework
        return tf.reshape(tf.cast(self._dense(tensor), tf.float32), [-1])

    def _dense(self, tensor: Any) -> Any:
        return tensor.values if isinstance(tensor, self.framework.IndexedSlices) else tensor
