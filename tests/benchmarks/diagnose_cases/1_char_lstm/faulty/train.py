# Truncated BPTT character model on generated text
import random

import torch
import torch.nn as nn

random.seed(4)
torch.manual_seed(4)

words = ["the", "cat", "dog", "sat", "ran", "on", "under", "mat", "tree", "and", "a", "red", "blue", "bird"]
text = " ".join(random.choice(words) for _ in range(6000))
chars = sorted(set(text))
stoi = {c: i for i, c in enumerate(chars)}
data = torch.tensor([stoi[c] for c in text])

BATCH, CHUNK = 32, 25
n = len(data) // BATCH
data = data[: n * BATCH].view(BATCH, n)


class CharLSTM(nn.Module):
    def __init__(self, vocab, hidden=64):
        super().__init__()
        self.embed = nn.Embedding(vocab, 24)
        self.lstm = nn.LSTM(24, hidden, batch_first=True)
        self.proj = nn.Linear(hidden, vocab)

    def forward(self, x, state=None):
        h, state = self.lstm(self.embed(x), state)
        return self.proj(h), state


model = CharLSTM(len(chars))
optimizer = torch.optim.Adam(model.parameters(), lr=5e-3)
loss_fn = nn.CrossEntropyLoss()

for epoch in range(5):
    state = None
    total, steps = 0.0, 0
    for i in range(0, n - CHUNK - 1, CHUNK):
        x = data[:, i:i + CHUNK]
        y = data[:, i + 1:i + CHUNK + 1]
        optimizer.zero_grad()
        logits, state = model(x, state)
        loss = loss_fn(logits.reshape(-1, len(chars)), y.reshape(-1))
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        total += loss.item()
        steps += 1
    print(f"| epoch {epoch} | loss {total / steps:.3f} | ppl {2.71828 ** (total / steps):.2f}")
