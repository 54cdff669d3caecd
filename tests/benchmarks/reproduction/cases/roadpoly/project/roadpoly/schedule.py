from torch.optim.lr_scheduler import LRScheduler


class PolyLR(LRScheduler):
    """From the initial rate down to `end` in `decay_steps` steps, and `end` from there on."""

    def __init__(self, optimizer, decay_steps, power=2.0, end=0.0, last_epoch=-1):
        self.decay_steps = decay_steps
        self.power = power
        self.end = end
        super().__init__(optimizer, last_epoch)

    def get_lr(self):
        left = (1 - self.last_epoch / self.decay_steps) ** self.power
        return [self.end + (base - self.end) * left for base in self.base_lrs]
