"""Spam filter: linear bag-of-words with Adadelta."""
import numpy as np
import torch
from torch import nn

LR = 1.0
rng = np.random.default_rng(71)
torch.manual_seed(71)
VOCAB = 400
spam_p = rng.dirichlet(np.full(VOCAB, 0.3))
ham_p = 0.5 * rng.dirichlet(np.full(VOCAB, 0.3)) + 0.5 * spam_p


def mails(n):
    y = rng.random(n) < 0.4
    lens = rng.integers(15, 40, n)
    x = np.zeros((n, VOCAB), dtype=np.float32)
    for i in range(n):
        words = rng.choice(VOCAB, lens[i], p=spam_p if y[i] else ham_p)
        np.add.at(x[i], words, 1.0)
    return torch.from_numpy(np.log1p(x)), torch.from_numpy(y.astype(np.float32))


class SpamNet(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("idf", torch.ones(VOCAB))
        self.fc1 = nn.Linear(VOCAB, 24)
        self.fc2 = nn.Linear(24, 1)

    def set_idf(self, x):
        df = (x > 0).float().mean(0)
        self.idf = torch.log((1 + len(x)) / (1 + df * len(x)))

    def forward(self, x):
        h = torch.tanh(self.fc1(x * self.idf))
        return torch.sigmoid(self.fc2(h)).squeeze(1)


x, y = mails(4000)
xv, yv = mails(1000)
net = SpamNet()
net.set_idf(x)
opt = torch.optim.Adadelta(net.parameters(), lr=LR, weight_decay=1e-4)
bce = nn.BCELoss()
for epoch in range(1, 9):
    net.train()
    for b in torch.randperm(len(x)).split(32):
        loss = bce(net(x[b]), y[b])
        opt.zero_grad()
        loss.backward()
        opt.step()
    net.eval()
    with torch.no_grad():
        p = net(xv)
    print(f"epoch {epoch}: val loss {bce(p, yv):.4f} val accuracy {((p > 0.5).float() == yv).float().mean():.4f}")
