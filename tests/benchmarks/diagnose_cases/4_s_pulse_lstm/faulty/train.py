"""Which of four tones opened the recording?  The answer has to be kept in memory
over the noise that follows."""
import torch
import torch.nn as nn

torch.manual_seed(2)
N, T, N_TONES = 3000, 30, 4


def make_recordings(n):
    tone = torch.randint(0, N_TONES, (n,))
    x = 0.3 * torch.randn(n, T, 6)
    # the tone sounds for two frames, filterbank channel = tone
    x[torch.arange(n), 0, tone] += 2.0
    x[torch.arange(n), 1, tone] += 2.0
    x[..., 4] += torch.sin(torch.arange(T) * 0.7)
    return x, tone


class ToneMemory(nn.Module):
    def __init__(self, hidden=32):
        super().__init__()
        self.lstm = nn.LSTM(6, hidden, batch_first=True)
        self.fc = nn.Linear(hidden, N_TONES)
        # gate order is i, f, g, o
        for name, p in self.lstm.named_parameters():
            if "bias" in name:
                nn.init.zeros_(p)
        with torch.no_grad():
            self.lstm.bias_ih_l0[hidden:2 * hidden].fill_(-4.0)

    def forward(self, x):
        out, (h, c) = self.lstm(x)
        return self.fc(h[-1])


x_train, y_train = make_recordings(N)
x_test, y_test = make_recordings(600)
model = ToneMemory()
opt = torch.optim.Adam(model.parameters(), lr=3e-3)
criterion = nn.CrossEntropyLoss()

for epoch in range(1, 11):
    model.train()
    perm = torch.randperm(N)
    loss_sum = 0.0
    for start in range(0, N, 50):
        idx = perm[start:start + 50]
        opt.zero_grad()
        loss = criterion(model(x_train[idx]), y_train[idx])
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        opt.step()
        loss_sum += loss.item() * len(idx)
    model.eval()
    with torch.no_grad():
        acc = (model(x_test).argmax(1) == y_test).float().mean().item()
    print(f"epoch {epoch:2d} loss {loss_sum / N:.4f} test acc {acc:.3f}")
