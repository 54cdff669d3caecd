"""Energy use of houses, few and noisy measurements. Early stopping keeps the best weights."""
import copy
import torch
from torch import nn

torch.manual_seed(60)


class EarlyStopping:
    def __init__(self, patience=25):
        self.patience, self.best, self.wait, self.state = patience, float("inf"), 0, None

    def __call__(self, value, model):
        if value < self.best:
            self.best, self.wait = value, 0
            self.state = copy.deepcopy(model.state_dict())
        else:
            self.wait += 1
        return self.wait >= self.patience


def houses(n, w, noise):
    x = torch.randn(n, 20)
    y = x[:, :5] @ w / w.norm() + 0.3 * torch.relu(x[:, 0])
    return x, y + noise * torch.randn(n)


w = torch.randn(5)
x_train, y_train = houses(200, w, 1.2)
x_val, y_val = houses(200, w, 1.2)
x_test, y_test = houses(2000, w, 0.0)

model = nn.Sequential(nn.Linear(20, 128), nn.ReLU(), nn.Linear(128, 128), nn.ReLU(), nn.Linear(128, 1))
criterion = nn.MSELoss()
optimizer = torch.optim.Adam(model.parameters(), lr=2e-3)
stopper = EarlyStopping()


def mean_loss(x, y):
    model.eval()
    with torch.no_grad():
        return criterion(model(x).squeeze(1), y).item()


for epoch in range(120):
    model.train()
    for idx in torch.randperm(len(x_train)).split(25):
        optimizer.zero_grad()
        loss = criterion(model(x_train[idx]).squeeze(1), y_train[idx])
        loss.backward()
        optimizer.step()
    monitored = mean_loss(x_val, y_val)
    if epoch % 10 == 0:
        print(f"epoch {epoch}: loss {loss.item():.4f}  monitored {monitored:.4f}")
    if stopper(monitored, model):
        print("early stopping at epoch", epoch)
        break

model.load_state_dict(stopper.state)
with torch.no_grad():
    pred = model(x_test).squeeze(1)
r2 = 1 - (pred - y_test).pow(2).sum() / (y_test - y_test.mean()).pow(2).sum()
print(f"test mse {criterion(pred, y_test).item():.3f}  R2 {r2:.3f}")
