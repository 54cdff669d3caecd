import torch


def move(batch, device, non_blocking=True):
    if torch.is_tensor(batch):
        return batch.to(device, non_blocking=non_blocking)
    if isinstance(batch, dict):
        return {key: move(value, device, non_blocking) for key, value in batch.items()}
    return type(batch)(move(value, device, non_blocking) for value in batch)


class Prefetcher:
    """Copies the next batch to the GPU while the present one is worked on."""

    def __init__(self, loader, device="cuda"):
        self.loader = loader
        self.device = torch.device(device)
        self.stream = torch.cuda.Stream(self.device)

    def __len__(self):
        return len(self.loader)

    def __iter__(self):
        batches = iter(self.loader)
        ahead = self._load(batches)
        while ahead is not None:
            torch.cuda.current_stream(self.device).wait_stream(self.stream)
            current = ahead
            ahead = self._load(batches)
            yield current

    def _load(self, batches):
        batch = next(batches, None)
        if batch is None:
            return None
        with torch.cuda.stream(self.stream):
            return move(batch, self.device)
