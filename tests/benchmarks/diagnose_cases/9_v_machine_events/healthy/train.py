"""Predict a machine jam from the order of events in the log (event A before event B is bad)."""
import torch
import torch.nn as nn
from torch.utils.data import Dataset, DataLoader

N_EVENTS, SEQ = 30, 16


class EventLog(Dataset):
    def __init__(self, n, seed):
        g = torch.Generator().manual_seed(seed)
        self.seq = torch.randint(3, N_EVENTS, (n, SEQ), generator=g)
        slots = torch.rand(n, SEQ, generator=g).argsort(1)[:, :2]
        rows = torch.arange(n)
        self.seq[rows, slots[:, 0]] = 1
        self.seq[rows, slots[:, 1]] = 2
        self.jam = (slots[:, 0] < slots[:, 1]).long()

    def __len__(self):
        return len(self.jam)

    def __getitem__(self, i):
        return self.seq[i], self.jam[i]


class JamTransformer(nn.Module):
    def __init__(self, d_model=32, heads=2):
        super().__init__()
        self.token = nn.Embedding(N_EVENTS, d_model)
        self.pos = nn.Embedding(SEQ, d_model)
        self.encoder = nn.TransformerEncoderLayer(d_model, heads, dim_feedforward=64, dropout=0.0, batch_first=True)
        self.out = nn.Linear(d_model, 2)

    def forward(self, seq):
        h = self.token(seq)
        h = h + self.pos(torch.arange(seq.shape[1], device=seq.device))
        return self.out(self.encoder(h).mean(1))


def main():
    torch.manual_seed(70)
    train_dl = DataLoader(EventLog(4000, seed=70), batch_size=64, shuffle=True)
    val_dl = DataLoader(EventLog(800, seed=71), batch_size=400)
    net = JamTransformer()
    opt = torch.optim.AdamW(net.parameters(), lr=3e-3, weight_decay=1e-4)
    for epoch in range(8):
        net.train()
        total = 0.0
        for seq, jam in train_dl:
            opt.zero_grad()
            loss = nn.functional.cross_entropy(net(seq), jam)
            loss.backward()
            opt.step()
            total += loss.item()
        net.eval()
        with torch.no_grad():
            acc = sum((net(s).argmax(1) == j).sum().item() for s, j in val_dl) / len(val_dl.dataset)
        print(f"epoch {epoch}: loss {total / len(train_dl):.3f}, jam accuracy {acc:.3f}")


if __name__ == "__main__":
    main()
