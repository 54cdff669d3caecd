"""A loop that is hidden in a trainer, as in higher frameworks: hooks, closures, a sanity check."""

import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset


class Lesson(nn.Module):
    def __init__(self):
        super().__init__()
        self.encoder = nn.Sequential(nn.Linear(8, 16), nn.ELU())
        self.head = nn.Linear(16, 3)
        self.loss = nn.CrossEntropyLoss()

    def forward(self, inputs):
        return self.head(self.encoder(inputs))

    def training_step(self, batch):
        inputs, labels = batch
        return self.loss(self(inputs), labels)

    def validation_step(self, batch):
        return self.training_step(batch)

    def configure_optimizers(self):
        optimizer = torch.optim.AdamW(self.parameters(), lr=1e-2)
        return optimizer, torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, 6)


class Trainer:
    def __init__(self):
        self.losses = []

    def fit(self, lesson, training, validation):
        self.optimizer, self.schedule = lesson.configure_optimizers()
        self.validate(lesson, validation, most=2)
        for _ in range(2):
            lesson.train()
            for batch in training:
                self.optimizer.step(lambda batch=batch: self.closure(lesson, batch))
                self.schedule.step()
            self.validate(lesson, validation)

    def closure(self, lesson, batch):
        self.optimizer.zero_grad()
        loss = lesson.training_step(batch)
        loss.backward()
        nn.utils.clip_grad_norm_(lesson.parameters(), 1.0)
        self.losses.append(loss.item())
        return loss

    def validate(self, lesson, validation, most=None):
        lesson.eval()
        with torch.inference_mode():
            for at, batch in enumerate(validation):
                if at == most:
                    break
                self.losses.append(lesson.validation_step(batch).item())


data = TensorDataset(torch.randn(48, 8), torch.randint(0, 3, (48,)))
trainer, lesson = Trainer(), Lesson()
trainer.fit(lesson, DataLoader(data, batch_size=16, shuffle=True), DataLoader(data, batch_size=24))
losses = trainer.losses
result = [losses, lesson.state_dict(), trainer.optimizer.state_dict()]
