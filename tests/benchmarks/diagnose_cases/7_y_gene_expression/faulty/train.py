"""Predict drug response from expression of 120 genes, few of which matter."""
import torch
from torch import nn

torch.manual_seed(77)

N_GENES, N_LINES = 120, 1500

expression = torch.randn(N_LINES, N_GENES)
expression[:, 1::2] = 0.6 * expression[:, ::2] + 0.8 * expression[:, 1::2]
response = (1.2 * expression[:, 3] - 0.9 * expression[:, 10] + torch.relu(expression[:, 25]) * 1.1
            + 0.7 * expression[:, 40] * (expression[:, 41] > 0).float())
response = response + 0.3 * torch.randn(N_LINES)
response = (response - response[:1100].mean()) / response[:1100].std()

x_train, y_train = expression[:1100], response[:1100]
x_val, y_val = expression[1100:], response[1100:]


def sparse_penalty(module, strength):
    return strength * sum(p.abs().sum() for name, p in module.named_parameters() if name.endswith("weight"))


net = nn.Sequential(nn.Linear(N_GENES, 48), nn.ReLU(), nn.Linear(48, 24), nn.ReLU(), nn.Linear(24, 1))
optimizer = torch.optim.Adam(net.parameters(), lr=2e-3)
mse = nn.MSELoss()
L1_STRENGTH = 0.05

for epoch in range(1, 61):
    net.train()
    fit = 0.0
    order = torch.randperm(len(x_train))
    for batch in order.split(50):
        pred = net(x_train[batch]).squeeze(1)
        data_loss = mse(pred, y_train[batch])
        loss = data_loss + sparse_penalty(net, L1_STRENGTH)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        fit += data_loss.item() * len(batch)
    if epoch % 10 == 0:
        net.eval()
        with torch.no_grad():
            res = net(x_val).squeeze(1) - y_val
            r2 = 1 - res.pow(2).mean() / y_val.var()
            used = (net[0].weight.abs().amax(0) > 0.02).sum().item()
        print(f"epoch {epoch:3d}  fit mse {fit / len(x_train):.3f}  validation R2 {r2:.3f}  genes used {used}")
