"""Character language model with truncated back-propagation through time."""
import math
import random

import torch
import torch.nn as nn

random.seed(0)
torch.manual_seed(0)

SUBJ = ["the cat", "a dog", "my friend", "the old man", "she", "he"]
VERB = ["sees", "likes", "follows", "finds", "hears"]
OBJ = ["the river", "a red ball", "the house", "some bread", "the sea"]
text = " ".join(f"{random.choice(SUBJ)} {random.choice(VERB)} {random.choice(OBJ)}." for _ in range(900))
chars = sorted(set(text))
stoi = {c: i for i, c in enumerate(chars)}
data = torch.tensor([stoi[c] for c in text])


def batchify(d, bsz):
    nbatch = d.size(0) // bsz
    return d[:nbatch * bsz].view(bsz, -1).t().contiguous()


class CharLM(nn.Module):
    def __init__(self, n_chars, n_hidden=96):
        super().__init__()
        self.embed = nn.Embedding(n_chars, 24)
        self.rnn = nn.LSTM(24, n_hidden)
        self.decoder = nn.Linear(n_hidden, n_chars)
        self.n_hidden = n_hidden

    def forward(self, x, hidden):
        out, hidden = self.rnn(self.embed(x), hidden)
        return self.decoder(out), hidden

    def init_hidden(self, bsz):
        return torch.zeros(1, bsz, self.n_hidden), torch.zeros(1, bsz, self.n_hidden)


def repackage_hidden(h):
    if isinstance(h, torch.Tensor):
        return h.detach()
    return tuple(repackage_hidden(v) for v in h)


cut = int(0.9 * len(data))
train_data, val_data = batchify(data[:cut], 16), batchify(data[cut:], 16)
bptt, n_chars = 32, len(chars)
model = CharLM(n_chars)
criterion = nn.CrossEntropyLoss()
optimizer = torch.optim.Adam(model.parameters(), lr=4e-3)


def get_batch(source, i):
    n = min(bptt, len(source) - 1 - i)
    return source[i:i + n], source[i + 1:i + 1 + n].reshape(-1)


for epoch in range(1, 9):
    model.train()
    hidden = model.init_hidden(16)
    for i in range(0, train_data.size(0) - 1, bptt):
        x, target = get_batch(train_data, i)
        optimizer.zero_grad()
        hidden = repackage_hidden(hidden)
        output, hidden = model(x, hidden)
        loss = criterion(output.view(-1, n_chars), target)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 0.5)
        optimizer.step()
    model.eval()
    total, count = 0.0, 0
    hidden = model.init_hidden(16)
    with torch.no_grad():
        for i in range(0, val_data.size(0) - 1, bptt):
            x, target = get_batch(val_data, i)
            output, hidden = model(x, hidden)
            total += criterion(output.view(-1, n_chars), target).item() * len(target)
            count += len(target)
    print(f"epoch {epoch} train {loss.item():.3f} valid loss {total / count:.3f} ppl {math.exp(total / count):.2f} (chars {n_chars})")
