"""Which alarm came first? Classify event logs by the order of two special events."""
import torch
import torch.nn as nn

N_EVENTS = 15
ALARM_A, ALARM_B = 1, 2
LOG_LEN = 14


class LogSampler:
    def __init__(self, seed):
        self.g = torch.Generator().manual_seed(seed)

    def __call__(self, n):
        logs = torch.randint(3, N_EVENTS, (n, LOG_LEN), generator=self.g)
        where = torch.rand(n, LOG_LEN, generator=self.g).argsort(1)[:, :2]
        rows = torch.arange(n)
        logs[rows, where[:, 0]] = ALARM_A
        logs[rows, where[:, 1]] = ALARM_B
        return logs, (where[:, 0] < where[:, 1]).float()


class LogTransformer(nn.Module):
    def __init__(self, dim=32, heads=4, layers=2):
        super().__init__()
        self.token = nn.Embedding(N_EVENTS, dim)
        self.position = nn.Embedding(LOG_LEN, dim)
        enc = nn.TransformerEncoderLayer(d_model=dim, nhead=heads, dim_feedforward=64,
                                         dropout=0.0, batch_first=True)
        self.encoder = nn.TransformerEncoder(enc, num_layers=layers)
        self.classifier = nn.Sequential(nn.LayerNorm(dim), nn.Linear(dim, 1))

    def forward(self, logs):
        h = self.token(logs) + self.position(torch.arange(logs.size(1)))
        h = self.encoder(h)
        return self.classifier(h.mean(dim=1)).squeeze(-1)


def run(seed=4, steps=300, batch_size=64):
    torch.manual_seed(seed)
    sample = LogSampler(4)
    model = LogTransformer()
    opt = torch.optim.Adam(model.parameters(), lr=2e-3)
    loss_fn = nn.BCEWithLogitsLoss()
    val_logs, val_y = sample(1000)
    avg = None
    for step in range(1, steps + 1):
        logs, y = sample(batch_size)
        model.train()
        loss = loss_fn(model(logs), y)
        opt.zero_grad()
        loss.backward()
        opt.step()
        avg = loss.item() if avg is None else 0.95 * avg + 0.05 * loss.item()
        if step % 50 == 0:
            model.eval()
            with torch.no_grad():
                acc = ((model(val_logs) > 0).float() == val_y).float().mean()
            print(f"step {step}: loss {avg:.4f}  val acc {acc:.3f}")


if __name__ == "__main__":
    run()
