"""Variable length clickstreams -> user intent, attention pooling over the clicks."""
import torch
import torch.nn as nn
from torch.nn.utils.rnn import pad_sequence
from torch.utils.data import DataLoader, Dataset

PAD = 0
N_PAGES = 40
N_INTENT = 5
MAX_LEN = 18


class ClickDataset(Dataset):
    def __init__(self, n):
        self.seqs, self.labels = [], []
        for _ in range(n):
            k = int(torch.randint(0, N_INTENT, (1,)))
            length = int(torch.randint(4, MAX_LEN - 2, (1,)))
            s = torch.randint(1, N_PAGES, (length,))
            special = 1 + k * 4 + torch.randint(0, 4, (3,))
            s[torch.randperm(length)[:3]] = special
            noise = (s <= 20)
            noise[torch.isin(s, special)] = False
            s[noise] = torch.randint(21, N_PAGES, (int(noise.sum()),))
            self.seqs.append(s)
            self.labels.append(k)

    def __len__(self):
        return len(self.seqs)

    def __getitem__(self, i):
        return self.seqs[i], self.labels[i]


def collate(batch):
    seqs, labels = zip(*batch)
    x = torch.full((len(seqs), MAX_LEN), PAD)
    padded = pad_sequence(seqs, batch_first=True, padding_value=PAD)
    x[:, :padded.size(1)] = padded
    return x, torch.tensor(labels)


class AttentionPool(nn.Module):
    def __init__(self, dim=32):
        super().__init__()
        self.emb = nn.Embedding(N_PAGES, dim, padding_idx=PAD)
        self.query = nn.Parameter(torch.randn(1, 1, dim) * 0.1)
        self.attn = nn.MultiheadAttention(dim, num_heads=4, batch_first=True)
        self.mlp = nn.Sequential(nn.LayerNorm(dim), nn.Linear(dim, 32), nn.ReLU(), nn.Linear(32, N_INTENT))

    def forward(self, x):
        mask = x == PAD
        e = self.emb(x)
        q = self.query.expand(x.size(0), -1, -1)
        pooled, _ = self.attn(q, e, e, key_padding_mask=mask)
        return self.mlp(pooled.squeeze(1))


if __name__ == "__main__":
    torch.manual_seed(44)
    train_loader = DataLoader(ClickDataset(1500), batch_size=30, shuffle=True, collate_fn=collate)
    val_loader = DataLoader(ClickDataset(400), batch_size=200, collate_fn=collate)
    model = AttentionPool()
    optimizer = torch.optim.Adam(model.parameters(), lr=3e-3)
    loss_fn = nn.CrossEntropyLoss()
    for epoch in range(10):
        model.train()
        for x, y in train_loader:
            optimizer.zero_grad()
            loss = loss_fn(model(x), y)
            loss.backward()
            optimizer.step()
        model.eval()
        right = n = 0
        with torch.no_grad():
            for x, y in val_loader:
                right += (model(x).argmax(1) == y).sum().item()
                n += len(y)
        print(f"epoch {epoch} last loss {loss.item():.4f} val acc {right / n:.3f}")
