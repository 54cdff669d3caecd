import keras


class KeepBest(keras.callbacks.Callback):
    """Gives the model the weights of its best epoch when training ends."""

    def __init__(self, monitor="val_loss", mode="auto", verbose=False):
        super().__init__()
        if mode not in ("auto", "min", "max"):
            raise ValueError(f"unknown mode {mode!r}")
        self.monitor = monitor
        self.mode = mode
        self.verbose = verbose
        if mode == "auto":
            self.mode = "max" if monitor.endswith(("acc", "accuracy", "auc")) else "min"

    def on_train_begin(self, logs=None):
        self.best = None
        self.best_epoch = None
        self.best_weights = None

    def better(self, value):
        if self.best is None:
            return True
        return value > self.best if self.mode == "max" else value < self.best

    def on_epoch_end(self, epoch, logs=None):
        value = (logs or {}).get(self.monitor)
        if value is None:
            raise KeyError(f"{self.monitor} is not among {sorted(logs or {})}")
        if self.better(value):
            self.best, self.best_epoch = value, epoch
            self.best_weights = [weight.copy() for weight in self.model.get_weights()]

    def on_train_end(self, logs=None):
        if self.best_weights is not None:
            self.model.set_weights(self.best_weights)
        if self.verbose:
            print(f"best epoch {self.best_epoch}: {self.monitor} {self.best:.4f}")
