"""Multi-label tagging: every document carries between zero and four of eight tags."""
import torch
import torch.nn as nn
import torch.optim as optim

torch.manual_seed(55)
N_TAGS, VOCAB, N = 8, 200, 3500

# --- each tag has a handful of words it makes likely
tag_words = torch.zeros(N_TAGS, VOCAB)
for k in range(N_TAGS):
    tag_words[k, torch.randperm(VOCAB)[:8]] = 0.5
tags = (torch.rand(N, N_TAGS) < 0.22).float()
rate = 0.05 + tags @ tag_words
docs = torch.poisson(rate).log1p()

x_train, x_val = docs[:3000], docs[3000:]
t_train, t_val = tags[:3000], tags[3000:]


class Tagger(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc1 = nn.Linear(VOCAB, 96)
        self.dp = nn.Dropout(0.2)
        self.fc2 = nn.Linear(96, N_TAGS)

    def forward(self, x):
        return self.fc2(self.dp(torch.relu(self.fc1(x))))


def micro_f1(logits, target, thr=0.5):
    pred = (torch.sigmoid(logits) > thr).float()
    tp = (pred * target).sum()
    return (2 * tp / (pred.sum() + target.sum())).item()


model = Tagger()
criterion = nn.BCEWithLogitsLoss()
optimizer = optim.Adam(model.parameters(), lr=1e-3)
batch = 32
for epoch in range(10):
    model.train()
    order = torch.randperm(len(x_train))
    running = 0.0
    for s in range(0, len(order), batch):
        rows = order[s:s + batch]
        optimizer.zero_grad()
        loss = criterion(model(x_train[rows]), t_train[rows])
        loss.backward()
        optimizer.step()
        running += loss.item()
    model.eval()
    with torch.no_grad():
        out = model(x_val)
        exact = ((out > 0).float() == t_val).all(dim=1).float().mean().item()
    print("epoch %d loss %.4f val micro-F1 %.3f exact match %.3f" % (epoch, running / (len(order) / batch), micro_f1(out, t_val), exact))
