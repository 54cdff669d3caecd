"""Which of two events came first?  Self-attention over an event log."""
import random
import torch
import torch.nn as nn
import torch.nn.functional as F

N_EVENTS, LOG_LEN, DIM = 20, 8, 32
EV_A, EV_B = 1, 2


def make_logs(n):
    logs = torch.randint(3, N_EVENTS, (n, LOG_LEN))
    y = torch.empty(n)
    for i in range(n):
        pa, pb = random.sample(range(LOG_LEN), 2)
        logs[i, pa], logs[i, pb] = EV_A, EV_B
        y[i] = float(pa < pb)
    return logs, y


class EventEncoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.event = nn.Embedding(N_EVENTS, DIM)
        self.position = nn.Embedding(LOG_LEN, DIM)
        self.attn = nn.MultiheadAttention(DIM, 4, batch_first=True)
        self.norm1 = nn.LayerNorm(DIM)
        self.ffn = nn.Sequential(nn.Linear(DIM, 64), nn.ReLU(), nn.Linear(64, DIM))
        self.norm2 = nn.LayerNorm(DIM)
        self.head = nn.Sequential(nn.Linear(DIM, 32), nn.ReLU(), nn.Linear(32, 1))

    def forward(self, logs):
        h = self.event(logs)
        h = h + self.position(torch.arange(logs.size(1)))
        a, _ = self.attn(h, h, h, need_weights=False)
        h = self.norm1(h + a)
        h = self.norm2(h + self.ffn(h))
        return self.head(h.mean(dim=1)).squeeze(-1)


def main():
    random.seed(70)
    torch.manual_seed(70)
    train_x, train_y = make_logs(3000)
    val_x, val_y = make_logs(600)
    model = EventEncoder()
    optimizer = torch.optim.AdamW(model.parameters(), lr=3e-3)
    for epoch in range(10):
        model.train()
        epoch_loss = 0.0
        for idx in torch.randperm(len(train_x)).split(60):
            loss = F.binary_cross_entropy_with_logits(model(train_x[idx]), train_y[idx])
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            epoch_loss += loss.item() / 50
        model.eval()
        with torch.no_grad():
            acc = ((model(val_x) > 0).float() == val_y).float().mean().item()
        print(f"epoch {epoch + 1:2d} loss {epoch_loss:.4f} val_acc {acc:.3f}")


if __name__ == "__main__":
    main()
