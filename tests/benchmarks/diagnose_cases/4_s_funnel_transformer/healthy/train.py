import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

# event ids of a web shop funnel
EVENTS = ["home", "search", "view", "cart", "coupon", "support", "review", "login"]
CART, SUPPORT = 3, 5
MAX_LEN = 14


def make_journeys(n, gen):
    """A journey is sold when 'support' comes before 'cart'."""
    filler = torch.tensor([0, 1, 2, 4, 6, 7])
    seq = filler[torch.randint(len(filler), (n, MAX_LEN), generator=gen)]
    where = torch.stack([torch.randperm(MAX_LEN, generator=gen)[:2] for _ in range(n)])
    rows = torch.arange(n)
    seq[rows, where[:, 0]] = CART
    seq[rows, where[:, 1]] = SUPPORT
    return seq, (where[:, 1] < where[:, 0]).long()


class JourneyClassifier(nn.Module):
    def __init__(self, d_model=32, nhead=4, layers=1):
        super().__init__()
        self.token = nn.Embedding(len(EVENTS), d_model)
        self.position = nn.Embedding(MAX_LEN, d_model)
        layer = nn.TransformerEncoderLayer(d_model, nhead, dim_feedforward=64, dropout=0.0, batch_first=True)
        self.encoder = nn.TransformerEncoder(layer, layers)
        self.cls = nn.Linear(d_model, 2)

    def forward(self, seq):
        h = self.token(seq) + self.position(torch.arange(seq.size(1)))
        h = self.encoder(h)
        return self.cls(h.mean(dim=1))


def accuracy(model, loader):
    model.eval()
    hit = n = 0
    with torch.no_grad():
        for seq, y in loader:
            hit += (model(seq).argmax(1) == y).sum().item()
            n += len(y)
    return hit / n


gen = torch.Generator().manual_seed(4)
torch.manual_seed(4)
train_loader = DataLoader(TensorDataset(*make_journeys(2500, gen)), batch_size=50, shuffle=True)
valid_loader = DataLoader(TensorDataset(*make_journeys(600, gen)), batch_size=200)

model = JourneyClassifier()
loss_fn = nn.CrossEntropyLoss()
optimizer = torch.optim.AdamW(model.parameters(), lr=2e-3)
best = 0.0
for epoch in range(8):
    model.train()
    running = 0.0
    for seq, y in train_loader:
        loss = loss_fn(model(seq), y)
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        running += loss.item()
    acc = accuracy(model, valid_loader)
    best = max(best, acc)
    print(f"[{epoch + 1}/8] loss {running / len(train_loader):.4f} valid acc {acc:.3f} best {best:.3f}")
