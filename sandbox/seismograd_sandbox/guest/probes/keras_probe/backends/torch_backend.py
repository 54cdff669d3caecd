"""PyTorch: samples stay on their device, and are copied to the host without waiting for it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

from .backend import COLUMNS, ROWS, Backend, Letter, stride
from .numpy_backend import Arrived


class _FromCuda:
    """A copy into pinned memory that an event tells the end of."""

    def __init__(self, torch: Any, joined: Any) -> None:
        self._here = torch.empty(joined.shape, dtype=joined.dtype, pin_memory=True)
        self._here.copy_(joined, non_blocking=True)
        self._event = torch.cuda.Event()
        self._event.record(torch.cuda.current_stream(joined.device))

    def arrived(self) -> bool:
        return bool(self._event.query())

    def content(self) -> Any:
        self._event.synchronize()
        return self._here.numpy()


class TorchBackend(Backend):
    def may_look(self) -> bool:
        torch = self.framework
        if torch.compiler.is_compiling() or torch.jit.is_tracing():
            return False
        return not (torch.cuda.is_initialized() and torch.cuda.is_current_stream_capturing())

    def aside(self) -> Any:
        stack = ExitStack()
        stack.enter_context(self.framework.inference_mode(False))
        stack.enter_context(self.framework.no_grad())
        return stack

    def keeps_gradients(self) -> bool:
        return bool(self.framework.is_grad_enabled())

    def is_concrete(self, value: Any) -> bool:
        return isinstance(value, self.framework.Tensor) and value.device.type != "meta"

    def host(self, tensor: Any) -> Any:
        here = self._dense(tensor).cpu()
        return (here.float() if here.dtype is self.framework.bfloat16 else here).numpy()

    @contextmanager
    def with_chance(self) -> Iterator[None]:
        torch = self.framework
        gpus = range(torch.cuda.device_count()) if torch.cuda.is_initialized() else ()
        with torch.random.fork_rng(devices=gpus):
            torch.manual_seed(0)
            yield

    def sample(self, tensor: Any) -> Any:
        flat = self._dense(tensor).reshape(-1)
        return flat[:: stride(flat.numel())]

    def grid(self, tensor: Any, axis: int) -> tuple[Any, tuple[int, int]]:
        moved = self._dense(tensor).movedim(axis, -1)
        table = moved.reshape(-1, moved.shape[-1])
        rows, columns = (stride(table.shape[0], ROWS), stride(table.shape[1], COLUMNS))
        picked = table[::rows, ::columns]
        return picked.reshape(-1), (int(picked.shape[0]), int(picked.shape[1]))

    def norm(self, tensors: list[Any]) -> Any:
        torch = self.framework
        norms = torch._foreach_norm([self._dense(tensor).float() for tensor in tensors])
        return torch.linalg.vector_norm(torch.stack(norms))

    def join(self, parts: list[Any]) -> Any:
        torch = self.framework
        tensors = [part for part in parts if isinstance(part, torch.Tensor)]
        device = tensors[0].device if tensors else "cpu"
        return torch.cat([self._flat(part, device) for part in parts]).float()

    def post(self, joined: list[Any]) -> Letter:
        whole = self.framework.cat(joined)
        if whole.device.type == "cuda":
            return _FromCuda(self.framework, whole)
        return Arrived(whole.cpu().numpy())

    def _flat(self, part: Any, device: Any) -> Any:
        torch = self.framework
        if isinstance(part, torch.Tensor):
            return part.detach().reshape(-1).to(device, non_blocking=True)
        return torch.tensor([float(part)], device=device)

    def _dense(self, tensor: Any) -> Any:
        plain = tensor.detach()
        return plain.coalesce().values() if plain.is_sparse else plain
