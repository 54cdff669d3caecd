import torch


class LinearWarmup(torch.optim.lr_scheduler.LRScheduler):
    """From nearly nothing to the full rate within `warmup_steps` batches, then down to `floor`."""

    def __init__(self, optimizer, warmup_steps, total_steps, floor=0.1):
        self.warmup_steps = warmup_steps
        self.total_steps = total_steps
        self.floor = floor
        super().__init__(optimizer)

    def get_lr(self):
        return [base * self.factor(self.last_epoch) for base in self.base_lrs]

    def factor(self, step):
        if step < self.warmup_steps:
            return (step + 1) / self.warmup_steps
        done = (step - self.warmup_steps) / max(1, self.total_steps - self.warmup_steps)
        return max(self.floor, 1.0 - (1.0 - self.floor) * done)
