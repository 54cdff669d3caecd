# intent classification from token ids, bag of embeddings
import random

import numpy as np
import torch
import torch.nn as nn

random.seed(0)
np.random.seed(0)
torch.manual_seed(0)

VOCAB, N_INTENTS, MAXLEN = 400, 25, 14

topic_words = np.random.randint(0, VOCAB, size=(N_INTENTS, 12))


def sentence(intent):
    n_topic = np.random.randint(4, 8)
    toks = list(np.random.choice(topic_words[intent], n_topic))
    toks += list(np.random.randint(0, VOCAB, MAXLEN - n_topic))
    random.shuffle(toks)
    return toks


def build(n):
    ys = np.random.randint(0, N_INTENTS, n)
    xs = np.array([sentence(k) for k in ys])
    return torch.tensor(xs), torch.tensor(ys)


X, Y = build(5000)
Xv, Yv = build(1000)

model = nn.Sequential(
    nn.EmbeddingBag(VOCAB, 48, mode="mean"),
    nn.Linear(48, 64),
    nn.ReLU(),
    nn.Linear(64, N_INTENTS),
    nn.Softmax(dim=1),
)
criterion = nn.CrossEntropyLoss()
optimizer = torch.optim.SGD(model.parameters(), lr=0.5, momentum=0.9)

BS = 50
for epoch in range(15):
    perm = torch.randperm(len(X))
    losses = []
    model.train()
    for i in range(0, len(X), BS):
        idx = perm[i:i + BS]
        optimizer.zero_grad()
        out = model(X[idx])
        loss = criterion(out, Y[idx])
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    model.eval()
    with torch.no_grad():
        val_out = model(Xv)
        val_acc = (val_out.argmax(-1) == Yv).float().mean()
    print("epoch", epoch, "train_loss", round(float(np.mean(losses)), 4), "val_acc", round(val_acc.item(), 4))
