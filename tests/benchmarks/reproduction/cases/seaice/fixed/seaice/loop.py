import torch


class Loop:
    """Runs a module: its steps, its optimiser, and the logs of its epochs."""

    def __init__(self, max_epochs=5, clip=None):
        self.max_epochs = max_epochs
        self.clip = clip
        self.logs = []

    def fit(self, module, train_loader, val_loader=None):
        optimiser = module.configure_optimizers()
        for _ in range(self.max_epochs):
            module.train()
            for batch in train_loader:
                optimiser.zero_grad()
                module.training_step(batch).backward()
                if self.clip is not None:
                    torch.nn.utils.clip_grad_norm_(module.parameters(), self.clip)
                optimiser.step()
            if val_loader is not None:
                self.logs.append(self.validate(module, val_loader))
        return self.logs

    @torch.no_grad()
    def validate(self, module, loader):
        """Means of what the validation step gives, over the whole set."""
        was_training = module.training
        module.eval()
        totals = {}
        examples = 0
        for batch in loader:
            size = len(batch[0])
            for name, value in module.validation_step(batch).items():
                totals[name] = totals.get(name, 0.0) + float(value) * size
            examples += size
        module.train(was_training)
        return {name: total / examples for name, total in totals.items()}
