# Next-character model on a generated "language" (order-2 Markov chain), mini-batches of windows
import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(50)
V, CONTEXT = 10, 3


def generate(n, table):
    s = [0, 1]
    for _ in range(n):
        p = table[s[-2], s[-1]]
        s.append(torch.multinomial(p, 1).item())
    return torch.tensor(s)


class CharMLP(nn.Module):
    def __init__(self):
        super().__init__()
        self.emb = nn.Embedding(V, 12)
        self.fc1 = nn.Linear(12 * CONTEXT, 96)
        self.fc2 = nn.Linear(96, V)

    def forward(self, x):
        return self.fc2(torch.tanh(self.fc1(self.emb(x).flatten(1))))


table = torch.softmax(2.5 * torch.randn(V, V, V), dim=-1)
text = generate(8000, table)
windows = text.unfold(0, CONTEXT + 1, 1)
X, Y = windows[:, :-1], windows[:, -1]
n_train = 6500
Xtr, Ytr, Xte, Yte = X[:n_train], Y[:n_train], X[n_train:], Y[n_train:]

with torch.no_grad():
    best = -torch.log(table[Xte[:, -2], Xte[:, -1], Yte]).mean().item()

model = CharMLP()
optimizer = torch.optim.Adam(model.parameters(), lr=0.005)
for epoch in range(8):
    model.train()
    running = 0.0
    for idx in torch.randperm(n_train).split(50):
        optimizer.zero_grad()
        loss = F.cross_entropy(model(Xtr[idx]), Ytr[idx])
        loss.backward()
        optimizer.step()
        running += loss.item() * len(idx)
    model.eval()
    with torch.no_grad():
        test = F.cross_entropy(model(Xte), Yte).item()
    print(f"epoch {epoch + 1}: train {running / n_train:.3f}  test {test:.3f}  (entropy of the source {best:.3f})")
