from torch import nn


class Module(nn.Module):
    """What a model has to say for a Trainer; hooks are called in the order of the methods here."""

    def setup(self, data):
        """Build what depends on the data."""

    def configure_optimizer(self):
        raise NotImplementedError

    def training_step(self, batch):
        raise NotImplementedError

    def on_epoch_end(self, epoch, loss):
        pass
