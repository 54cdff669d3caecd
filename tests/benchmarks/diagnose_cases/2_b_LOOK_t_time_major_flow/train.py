import torch
from torch import nn

torch.manual_seed(60)
T, N = 15, 1500
freq = torch.rand(N) * 0.8 + 0.2
amp = torch.rand(N) + 0.5
t = torch.arange(T + 1.0)[:, None]
wave = amp * torch.sin(freq * t + torch.rand(N) * 6.28)
sigma = 0.02 + 0.05 * freq
wave = wave + sigma * torch.randn(T + 1, N)
x, y = wave[:T].unsqueeze(-1), wave[T].unsqueeze(-1)      # (T, N, 1), (N, 1)


class Gaussian(nn.Module):
    def __init__(self, hidden=32):
        super().__init__()
        self.lstm = nn.LSTM(1, hidden)
        self.mean = nn.Linear(hidden, 1)
        self.logstd = nn.Linear(hidden, 1)
        nn.init.zeros_(self.logstd.weight)
        nn.init.constant_(self.logstd.bias, -1.0)

    def forward(self, x):
        out, _ = self.lstm(x)
        h = out[-1]
        return self.mean(h), self.logstd(h).clamp(-5, 2)


model = Gaussian()
opt = torch.optim.Adam(model.parameters(), lr=5e-3)
train, test = torch.arange(1200), torch.arange(1200, 1500)
for epoch in range(40):
    for idx in train[torch.randperm(len(train))].split(50):
        mu, ls = model(x[:, idx])
        loss = (ls + 0.5 * ((y[idx] - mu) / ls.exp()) ** 2).mean()
        opt.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        opt.step()
    if epoch % 8 == 7:
        with torch.no_grad():
            mu, ls = model(x[:, test])
            nll = (ls + 0.5 * ((y[test] - mu) / ls.exp()) ** 2).mean()
            r2 = 1 - (mu - y[test]).pow(2).mean() / y[test].var()
        print(f"epoch {epoch + 1} test nll {nll.item():.3f} R2 {r2.item():.3f}")
