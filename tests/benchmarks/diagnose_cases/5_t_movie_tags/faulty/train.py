"""Predict movie genres (several per movie) from the words of the plot."""
import random
import torch
import torch.nn as nn
import torch.nn.functional as F

random.seed(1)
torch.manual_seed(1)

GENRES = ["drama", "comedy", "action", "horror", "romance", "scifi", "western", "crime"]
WORDS_PER_GENRE = 15
COMMON = 60
VOCAB = COMMON + WORDS_PER_GENRE * len(GENRES)
PLOT_LEN = 40


def make_movie():
    k = random.choice([1, 2, 3, 3, 4])
    tags = random.sample(range(len(GENRES)), k)
    words = []
    for _ in range(PLOT_LEN):
        if random.random() < 0.45:
            g = random.choice(tags)
            words.append(COMMON + g * WORDS_PER_GENRE + random.randrange(WORDS_PER_GENRE))
        else:
            words.append(random.randrange(COMMON))
    target = [1.0 if i in tags else 0.0 for i in range(len(GENRES))]
    return words, target


def make_set(n):
    rows = [make_movie() for _ in range(n)]
    return torch.tensor([r[0] for r in rows]), torch.tensor([r[1] for r in rows])


class TagNet(nn.Module):
    def __init__(self):
        super().__init__()
        self.emb = nn.EmbeddingBag(VOCAB, 48, mode="mean")
        self.fc1 = nn.Linear(48, 64)
        self.fc2 = nn.Linear(64, len(GENRES))

    def forward(self, x):
        h = F.relu(self.fc1(self.emb(x)))
        return torch.softmax(self.fc2(h), dim=1)


def f1_score(prob, target, thr=0.5):
    pred = (prob > thr).float()
    tp = (pred * target).sum()
    return (2 * tp / (pred.sum() + target.sum() + 1e-8)).item()


Xtr, Ytr = make_set(2500)
Xte, Yte = make_set(500)
net = TagNet()
loss_fn = nn.BCELoss()
opt = torch.optim.Adam(net.parameters(), lr=5e-3)

for epoch in range(20):
    perm = torch.randperm(len(Xtr))
    tot = 0
    net.train()
    for i in range(0, len(Xtr), 50):
        idx = perm[i:i + 50]
        opt.zero_grad()
        loss = loss_fn(net(Xtr[idx]), Ytr[idx])
        loss.backward()
        opt.step()
        tot += loss.item()
    net.eval()
    with torch.no_grad():
        p = net(Xte)
    exact = ((p > 0.5).float() == Yte).all(dim=1).float().mean().item()
    print("epoch %d loss %.4f | test loss %.4f micro-F1 %.3f exact match %.3f"
          % (epoch, tot / 50, loss_fn(p, Yte).item(), f1_score(p, Yte), exact))
