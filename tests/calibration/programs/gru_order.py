"""Which of two marked events came first in a sequence: a recurrent network, batches by hand."""

import numpy as np
import torch
from torch import nn

SEED = 11
torch.manual_seed(SEED)
rng = np.random.default_rng(SEED)

LENGTH = 14
BATCH = 40
EPOCHS = 9


def sequences(count):
    signal = rng.normal(0.0, 0.3, size=(count, LENGTH, 3)).astype(np.float32)
    labels = rng.integers(0, 2, size=count)
    for row, label in enumerate(labels):
        early, late = sorted(rng.choice(LENGTH, size=2, replace=False))
        signal[row, early, label] += 2.0
        signal[row, late, 1 - label] += 2.0
    return torch.from_numpy(signal), torch.from_numpy(labels)


class OrderNet(nn.Module):
    def __init__(self, hidden=24):
        super().__init__()
        self.rnn = nn.GRU(3, hidden, batch_first=True)
        self.out = nn.Linear(hidden, 2)

    def forward(self, x):
        states, _ = self.rnn(x)
        return self.out(states[:, -1])


x_train, y_train = sequences(1600)
x_test, y_test = sequences(400)

model = OrderNet()
opt = torch.optim.Adam(model.parameters(), lr=0.01)
loss_function = nn.CrossEntropyLoss()

for epoch in range(EPOCHS):
    order = torch.randperm(len(x_train))
    running = 0.0
    for start in range(0, len(order), BATCH):
        index = order[start : start + BATCH]
        xb, yb = x_train[index], y_train[index]
        opt.zero_grad()
        logits = model(xb)
        loss = loss_function(logits, yb)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), max_norm=1.0)
        opt.step()
        running += loss.item()
    print("epoch", epoch, "loss", round(running / (len(order) / BATCH), 4))

model.eval()
with torch.no_grad():
    accuracy = (model(x_test).argmax(dim=-1) == y_test).float().mean().item()
print(f"quality: {accuracy:.4f}")
