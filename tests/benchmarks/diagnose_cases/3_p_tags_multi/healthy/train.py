"""Multi-label tagging of short posts (bag of words). A post can carry no tag, one or several."""
import torch
import torch.nn as nn
from torch.utils.data import DataLoader, TensorDataset, random_split

torch.manual_seed(9)
VOCAB, TAGS, POSTS = 200, 6, 2000


def make_posts():
    topic_words = torch.rand(TAGS, VOCAB).pow(6)
    topic_words = topic_words / topic_words.sum(1, keepdim=True)
    tags = (torch.rand(POSTS, TAGS) < 0.13).float()
    weights = tags @ topic_words + 0.5 / VOCAB
    words = torch.multinomial(weights, 80, replacement=True)
    counts = torch.zeros(POSTS, VOCAB).scatter_add_(1, words, torch.ones(POSTS, 80))
    return torch.log1p(counts), tags


def f1_score(logits, target, threshold=0.5):
    pred = (torch.sigmoid(logits) > threshold).float()
    tp = (pred * target).sum()
    return (2 * tp / (pred.sum() + target.sum() + 1e-8)).item()


x, t = make_posts()
train_set, val_set = random_split(TensorDataset(x, t), [1600, 400])
train_loader = DataLoader(train_set, batch_size=64, shuffle=True)
val_loader = DataLoader(val_set, batch_size=400)

model = nn.Sequential(nn.Linear(VOCAB, 96), nn.ReLU(), nn.Dropout(0.2), nn.Linear(96, TAGS))
criterion = nn.BCEWithLogitsLoss()
optimizer = torch.optim.AdamW(model.parameters(), lr=3e-3)

for epoch in range(12):
    model.train()
    total = 0
    for xb, tb in train_loader:
        optimizer.zero_grad()
        loss = criterion(model(xb), tb)
        loss.backward()
        optimizer.step()
        total += loss.item()
    model.eval()
    with torch.no_grad():
        xv, tv = next(iter(val_loader))
        f1 = f1_score(model(xv), tv)
    print(f"epoch {epoch + 1}: train loss {total / len(train_loader):.4f}, val micro-F1 {f1:.3f}")
