"""Multi-label logistic regression on normalised bag-of-words vectors (full batch gradient descent)."""
import torch
from torch import nn

torch.manual_seed(10)
N, VOCAB, LABELS = 1500, 80, 5
keywords = torch.rand(LABELS, VOCAB) < 0.15


def documents(n):
    y = (torch.rand(n, LABELS) < 0.35).float()
    rate = 0.15 + 1.5 * (y @ keywords.float())
    x = torch.poisson(rate)
    return nn.functional.normalize(x, dim=1), y


x, y = documents(N)
x_test, y_test = documents(500)

model = nn.Sequential(nn.Linear(VOCAB, LABELS), nn.Sigmoid())
nn.init.zeros_(model[0].weight)
nn.init.zeros_(model[0].bias)
criterion = nn.BCELoss()
optimizer = torch.optim.SGD(model.parameters(), lr=20.0)

for it in range(1, 1501):
    optimizer.zero_grad()
    loss = criterion(model(x), y)
    loss.backward()
    optimizer.step()
    if it % 250 == 0:
        with torch.no_grad():
            p = model(x_test)
            acc = ((p > 0.5) == (y_test > 0.5)).float().mean()
        print(f"iteration {it}: loss {loss.item():.4f}  test loss {criterion(p, y_test):.4f}  label accuracy {acc:.3f}")
