import math

from torch.optim.lr_scheduler import LRScheduler


class WarmupCosine(LRScheduler):
    """From 0 to the optimizer's rate in `warmup` steps, then along a cosine to `lowest` at `total`."""

    def __init__(self, optimizer, warmup, total, lowest=0.0, last_epoch=-1):
        if not 0 <= warmup < total:
            raise ValueError(f"warmup ({warmup}) has to be shorter than the whole ({total})")
        self.warmup = warmup
        self.total = total
        self.lowest = lowest
        super().__init__(optimizer, last_epoch)

    def _rate(self, base):
        if self.last_epoch < self.warmup:
            return base * self.last_epoch / self.warmup
        progress = (self.last_epoch - self.warmup) / (self.total - self.warmup)
        return self.lowest + (base - self.lowest) * 0.5 * (1 + math.cos(math.pi * progress))

    def get_lr(self):
        return [self._rate(base) for base in self.base_lrs]
