"""Which of the two marker tokens comes first? Small transformer encoder."""
import torch
import torch.nn as nn

SEED = 23
VOCAB, LEN, D = 40, 16, 32
torch.manual_seed(SEED)


def make_batch(n):
    x = torch.randint(2, VOCAB, (n, LEN))
    pos = torch.stack([torch.randperm(LEN)[:2] for _ in range(n)])
    x[torch.arange(n), pos[:, 0]] = 0
    x[torch.arange(n), pos[:, 1]] = 1
    return x, (pos[:, 0] < pos[:, 1]).long()


class OrderNet(nn.Module):
    def __init__(self):
        super().__init__()
        self.tok = nn.Embedding(VOCAB, D)
        self.pos = nn.Embedding(LEN, D)
        layer = nn.TransformerEncoderLayer(D, nhead=4, dim_feedforward=64, dropout=0.0, batch_first=True)
        self.encoder = nn.TransformerEncoder(layer, num_layers=2)
        self.cls = nn.Linear(D, 2)

    def forward(self, x):
        h = self.tok(x)
        h = h + self.pos(torch.arange(x.size(1)))
        h = self.encoder(h)
        return self.cls(h.mean(dim=1))


def accuracy(net, n=800):
    net.eval()
    with torch.no_grad():
        x, y = make_batch(n)
        return (net(x).argmax(-1) == y).float().mean().item()


net = OrderNet()
opt = torch.optim.AdamW(net.parameters(), lr=2e-3, weight_decay=0.01)
ce = nn.CrossEntropyLoss()
x_train, y_train = make_batch(4000)
for epoch in range(4):
    net.train()
    perm = torch.randperm(len(x_train))
    for i in range(0, len(perm), 64):
        b = perm[i:i + 64]
        opt.zero_grad()
        loss = ce(net(x_train[b]), y_train[b])
        loss.backward()
        opt.step()
    print(f"epoch {epoch} loss {loss.item():.3f} acc {accuracy(net):.3f}")
print(f"test accuracy {accuracy(net, 2000):.3f}")
