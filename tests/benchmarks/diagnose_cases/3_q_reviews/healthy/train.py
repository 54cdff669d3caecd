import torch
import torch.nn as nn
import torch.nn.functional as F

from data import build_vocab, encode, generate_reviews

SEED = 29
torch.manual_seed(SEED)


class BowClassifier(nn.Module):
    def __init__(self, vocab_size, dim=24):
        super().__init__()
        self.emb = nn.EmbeddingBag(vocab_size, dim, mode="mean", padding_idx=0)
        self.fc = nn.Sequential(nn.Linear(dim, 32), nn.ReLU(), nn.Linear(32, 2))

    def forward(self, ids):
        return self.fc(self.emb(ids))


train_texts, train_labels = generate_reviews(1500, seed=SEED)
test_texts, test_labels = generate_reviews(400, seed=SEED + 1)

vocab = build_vocab(train_texts)
x_train = torch.tensor([encode(t, vocab) for t in train_texts])
y_train = torch.tensor(train_labels)
x_test = torch.tensor([encode(t, vocab) for t in test_texts])
y_test = torch.tensor(test_labels)
print("vocabulary:", len(vocab), "train", tuple(x_train.shape), "test", tuple(x_test.shape))

model = BowClassifier(len(vocab) + 2)
optimizer = torch.optim.Adam(model.parameters(), lr=5e-3)

for epoch in range(10):
    order = torch.randperm(len(x_train))
    total = 0.0
    for chunk in order.split(32):
        optimizer.zero_grad()
        loss = F.cross_entropy(model(x_train[chunk]), y_train[chunk])
        loss.backward()
        optimizer.step()
        total += loss.item() * len(chunk)
    with torch.no_grad():
        acc = (model(x_train).argmax(1) == y_train).float().mean().item()
    print(f"epoch {epoch + 1}: loss {total / len(x_train):.4f} train acc {acc:.3f}")

with torch.no_grad():
    acc = (model(x_test).argmax(1) == y_test).float().mean().item()
print(f"test acc {acc:.3f}")
