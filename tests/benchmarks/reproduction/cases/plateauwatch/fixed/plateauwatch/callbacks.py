class Callback:
    def on_epoch_end(self, trainer, logs):
        """`logs` has the numbers of the epoch."""


class DropOnPlateau(Callback):
    """Multiplies the learning rate by `factor` when `monitor` got no better for `patience` epochs."""

    def __init__(self, monitor="val_loss", mode="min", patience=2, factor=0.5):
        if mode not in ("min", "max"):
            raise ValueError(f"mode is min or max, not {mode!r}")
        self.monitor = monitor
        self.mode = mode
        self.patience = patience
        self.factor = factor
        self.best = None
        self.waited = 0

    def better(self, value):
        if self.best is None:
            return True
        return value < self.best if self.mode == "min" else value > self.best

    def on_epoch_end(self, trainer, logs):
        value = logs[self.monitor]
        if self.better(value):
            self.best = value
            self.waited = 0
        else:
            self.waited += 1
        if self.waited >= self.patience:
            self.waited = 0
            for group in trainer.optimizer.param_groups:
                group["lr"] *= self.factor


class Recorder(Callback):
    def __init__(self):
        self.rows = []

    def on_epoch_end(self, trainer, logs):
        self.rows.append({**logs, "lr": trainer.optimizer.param_groups[0]["lr"]})
