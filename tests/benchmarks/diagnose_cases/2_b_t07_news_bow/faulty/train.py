import random

import torch
from torch import nn
from torch.nn.utils.rnn import pad_sequence

random.seed(0)
torch.manual_seed(0)

CLASSES = ["world", "sports", "business", "science"]
PAD = 0
KEY = {c: list(range(1 + 15 * i, 16 + 15 * i)) for i, c in enumerate(CLASSES)}
COMMON = list(range(61, 200))


def headline():
    c = random.randrange(len(CLASSES))
    k = random.randint(1, 4)
    words = random.choices(KEY[CLASSES[c]], k=k) + random.choices(COMMON, k=random.randint(4, 10))
    if random.random() < 0.3:
        words.append(random.choice(KEY[random.choice(CLASSES)]))
    random.shuffle(words)
    return torch.tensor(words), c


def batches(data, size):
    for i in range(0, len(data), size):
        chunk = data[i:i + size]
        yield pad_sequence([w for w, _ in chunk], batch_first=True, padding_value=PAD), torch.tensor([c for _, c in chunk])


class TextClassifier(nn.Module):
    def __init__(self, vocab, dim, n_cls):
        super().__init__()
        self.emb = nn.Embedding(vocab, dim, padding_idx=PAD)
        self.fc1 = nn.Linear(dim, 32)
        self.fc2 = nn.Linear(32, n_cls)

    def forward(self, ids):
        mask = (ids != PAD).unsqueeze(-1)
        pooled = (self.emb(ids) * mask).sum(1) / mask.sum(1).clamp(min=1)
        return self.fc2(torch.relu(self.fc1(pooled)))


train_data = [headline() for _ in range(3000)]
test_data = [headline() for _ in range(800)]
model = TextClassifier(200, 24, len(CLASSES))
criterion = nn.CrossEntropyLoss(ignore_index=PAD)
optimizer = torch.optim.Adam(model.parameters(), lr=3e-3)

for epoch in range(12):
    random.shuffle(train_data)
    model.train()
    for ids, target in batches(train_data, 32):
        optimizer.zero_grad()
        loss = criterion(model(ids), target)
        loss.backward()
        optimizer.step()

    model.eval()
    hit = {c: [0, 0] for c in CLASSES}
    with torch.no_grad():
        for ids, target in batches(test_data, 100):
            for p, t in zip(model(ids).argmax(1).tolist(), target.tolist()):
                hit[CLASSES[t]][0] += p == t
                hit[CLASSES[t]][1] += 1
    total = sum(a for a, _ in hit.values()) / len(test_data)
    print(f"epoch {epoch + 1}: acc {total:.3f} " + " ".join(f"{c}={a / b:.2f}" for c, (a, b) in hit.items()))
