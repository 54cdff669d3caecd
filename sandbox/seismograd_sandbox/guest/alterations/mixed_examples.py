"""Whether the answer to one example depends on the others of its batch; nothing is changed."""

from __future__ import annotations

from typing import Any

from ..altering.alteration import Alteration, Batch
from ..altering.nested import tensors_in, with_tensors

TIMES = 3


class Altered(Alteration):
    """Examples change places: the answers must change places with them, and nothing else."""

    def look_at_call(self, batch: Batch, arguments: Any, options: Any) -> None:
        if not batch.is_training or batch.size is None or self.applied >= TIMES:
            return
        torch, network = batch.torch, batch.network

        def is_tensor(value: Any) -> bool:
            return isinstance(value, torch.Tensor) and value.dim() > 0

        given = (arguments, options)
        tensors = tensors_in(given, is_tensor)
        axes = [batch.batch_axis(one) if batch.size in one.shape[:2] else None for one in tensors]
        if not tensors or None in axes or batch.size < 2:
            return
        order = torch.arange(batch.size - 1, -1, -1, device=tensors[0].device)
        moved = [one.index_select(at, order) for one, at in zip(tensors, axes)]
        first = _answer(torch, network, given, batch.size)
        second = _answer(torch, network, with_tensors(given, is_tensor, moved), batch.size)
        if first is not None and second is not None and first.shape == second.shape:
            self.applied += 1
            self._compare(first, second.flip(0))

    def _compare(self, first: Any, second: Any) -> None:
        spread = float(first.std()) + 1e-12
        difference = float((first - second).abs().max()) / spread
        self.measured["difference"] = max(difference, self.measured.get("difference", 0.0))


def _answer(torch: Any, network: Any, given: Any, size: int) -> Any:
    """In evaluation mode, so that batch statistics and dropout stay out of it."""
    arguments, options = given
    before = [(part, part.training) for part in network.modules()]
    try:
        for part, _ in before:
            part.training = False
        with torch.no_grad(), torch.random.fork_rng(devices=[]):
            output = network(*arguments, **options)
    finally:
        for part, was in before:
            part.training = was

    def is_answer(value: Any) -> bool:
        return (
            isinstance(value, torch.Tensor)
            and value.is_floating_point()
            and value.dim() > 0
            and size in value.shape[:2]
        )

    found = tensors_in(output, is_answer)
    if not found:
        return None
    return found[0] if found[0].shape[0] == size else found[0].transpose(0, 1)
