# BiLSTM sequence tagger on a toy grammar. Tags depend on the left and right neighbour.
import torch
import torch.nn as nn

torch.manual_seed(7)
VOCAB, TAGS, T = 30, 5, 12


def corpus(n):
    x = torch.randint(0, VOCAB, (n, T))
    left = torch.roll(x, 1, dims=1)
    left[:, 0] = 0
    right = torch.roll(x, -1, dims=1)
    right[:, -1] = 0
    y = torch.where(x < 10, torch.zeros_like(x), torch.where(left < 12, 1, torch.where(right < 12, 2, 3)))
    y[(x >= 24)] = 4
    return x, y


class Tagger(nn.Module):
    def __init__(self, emb=24, hid=32):
        super().__init__()
        self.emb = nn.Embedding(VOCAB, emb)
        self.rnn = nn.LSTM(emb, hid, bidirectional=True, batch_first=True)
        self.fc = nn.Linear(2 * hid, TAGS)

    def forward(self, x):
        h, _ = self.rnn(self.emb(x))
        return self.fc(h)


class Learner:
    def __init__(self, model, lr):
        self.model = model
        self.optim = torch.optim.Adam(model.parameters(), lr=lr)
        self.loss = nn.CrossEntropyLoss()

    def one_epoch(self, x, y, bs=50):
        self.model.train()
        tot = 0.0
        for idx in torch.randperm(len(x)).split(bs):
            scores = self.model(x[idx])
            scores = scores.view(-1, TAGS, T)
            loss = self.loss(scores, y[idx])
            self.optim.zero_grad()
            loss.backward()
            self.optim.step()
            tot += loss.item() * len(idx)
        return tot / len(x)

    @torch.no_grad()
    def token_accuracy(self, x, y):
        self.model.eval()
        return (self.model(x).argmax(-1) == y).float().mean().item()


train_x, train_y = corpus(2000)
dev_x, dev_y = corpus(400)
learner = Learner(Tagger(), lr=5e-3)
for ep in range(6):
    l = learner.one_epoch(train_x, train_y)
    print(f"ep {ep} loss {l:.4f} dev token acc {learner.token_accuracy(dev_x, dev_y):.4f}")
