import math
import torch
import torch.nn as nn

SEED = 19
DELAY = 30
SYMBOLS = 8
torch.manual_seed(SEED)


def recall_batch(n):
    """One cue symbol at the first step, then distractors; the cue must be named at the end."""
    cue = torch.randint(0, SYMBOLS, (n,))
    x = torch.zeros(n, DELAY, SYMBOLS + 2)
    x[torch.arange(n), 0, cue] = 1.0
    x[:, 1:, SYMBOLS] = torch.randn(n, DELAY - 1)
    x[:, -1, SYMBOLS + 1] = 1.0
    return x, cue


class Recaller(nn.Module):
    def __init__(self, hidden=32):
        super().__init__()
        self.lstm = nn.LSTM(SYMBOLS + 2, hidden, batch_first=True)
        self.readout = nn.Linear(hidden, SYMBOLS)
        self.reset_gates(hidden)

    def reset_gates(self, n):
        # chrono initialisation of the gate biases, order in torch: i, f, g, o
        with torch.no_grad():
            self.lstm.bias_hh_l0.zero_()
            self.lstm.bias_ih_l0.zero_()
            b = torch.log(torch.empty(n).uniform_(1.0, DELAY - 1.0))
            self.lstm.bias_ih_l0[n:2 * n] = b
            self.lstm.bias_ih_l0[:n] = -b

    def forward(self, x):
        out, _ = self.lstm(x)
        return self.readout(out[:, -1])


def accuracy(model, n=1000):
    model.eval()
    with torch.no_grad():
        x, y = recall_batch(n)
        a = (model(x).argmax(1) == y).float().mean().item()
    model.train()
    return a


model = Recaller()
criterion = nn.CrossEntropyLoss()
optimizer = torch.optim.Adam(model.parameters(), lr=4e-3)
print(f"chance {1 / SYMBOLS:.3f}, log-loss at chance {math.log(SYMBOLS):.3f}")
for step in range(1, 501):
    x, y = recall_batch(64)
    loss = criterion(model(x), y)
    optimizer.zero_grad()
    loss.backward()
    nn.utils.clip_grad_norm_(model.parameters(), 1.0)
    optimizer.step()
    if step % 100 == 0:
        print(f"step {step} loss {loss.item():.4f} fresh-sample accuracy {accuracy(model):.3f}")
