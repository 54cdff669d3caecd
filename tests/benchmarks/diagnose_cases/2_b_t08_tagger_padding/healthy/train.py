import torch
import torch.nn as nn

from metrics import tag_accuracy

torch.manual_seed(9)
VOCAB, TAGS, MAXLEN, PAD = 60, 6, 24, 0

# hidden Markov process: tag chain 1..5, ambiguous words 1..59
trans = torch.distributions.Dirichlet(torch.full((5,), 0.4)).sample((5,))
emit = torch.distributions.Dirichlet(torch.full((VOCAB - 1,), 0.15)).sample((5,))


def sentences(n):
    words = torch.zeros(n, MAXLEN, dtype=torch.long)
    tags = torch.zeros(n, MAXLEN, dtype=torch.long)
    lengths = torch.randint(4, 12, (n,))
    long_one = torch.rand(n) < 0.03
    lengths[long_one] = MAXLEN
    state = torch.randint(0, 5, (n,))
    for t in range(MAXLEN):
        alive = t < lengths
        w = torch.multinomial(emit[state], 1).squeeze(1) + 1
        noise = torch.rand(n) < 0.25
        w = torch.where(noise, torch.randint(1, VOCAB, (n,)), w)
        words[alive, t] = w[alive]
        tags[alive, t] = state[alive] + 1
        state = torch.multinomial(trans[state], 1).squeeze(1)
    return words, tags


class Tagger(nn.Module):
    def __init__(self):
        super().__init__()
        self.emb = nn.Embedding(VOCAB, 24, padding_idx=PAD)
        self.rnn = nn.GRU(24, 24, batch_first=True, bidirectional=True)
        self.out = nn.Linear(48, TAGS)

    def forward(self, w):
        return self.out(self.rnn(self.emb(w))[0])


train_w, train_t = sentences(2000)
test_w, test_t = sentences(400)
model = Tagger()
opt = torch.optim.Adam(model.parameters(), lr=3e-3)
loss_fn = nn.CrossEntropyLoss()

for epoch in range(12):
    perm = torch.randperm(len(train_w))
    for i in range(0, len(perm), 40):
        j = perm[i:i + 40]
        logits = model(train_w[j])
        loss = loss_fn(logits.reshape(-1, TAGS), train_t[j].reshape(-1))
        opt.zero_grad()
        loss.backward()
        opt.step()
    with torch.no_grad():
        acc = tag_accuracy(model(test_w), test_t, pad=PAD)
    print(f"epoch {epoch + 1:2d} loss {loss.item():.3f} token accuracy {acc:.3f}")
