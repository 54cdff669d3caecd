import torch
from torch.utils.data import DataLoader, TensorDataset

from factor_model import FactorModel

torch.manual_seed(7)
USERS, ITEMS, RANK = 300, 200, 6

# panel of shoppers: taste profiles times product profiles, plus habits of the rater
taste = torch.randn(USERS, 4)
profile = torch.randn(ITEMS, 4)
strictness = 0.3 * torch.randn(USERS)
quality = 0.3 * torch.randn(ITEMS)

pairs = torch.randperm(USERS * ITEMS)[:17000]
users, items = pairs // ITEMS, pairs % ITEMS
ratings = 3.2 + 0.5 * (taste[users] * profile[items]).sum(1) + strictness[users] + quality[items]
ratings = ratings + 0.2 * torch.randn(len(ratings))

n_train = 14000
train = TensorDataset(users[:n_train], items[:n_train], ratings[:n_train])
test_u, test_i, test_r = users[n_train:], items[n_train:], ratings[n_train:]
loader = DataLoader(train, batch_size=256, shuffle=True)

model = FactorModel(USERS, ITEMS, RANK, mean=ratings[:n_train].mean().item())
opt = torch.optim.Adam(model.parameters(), lr=1e-2)

for epoch in range(1, 21):
    sse = 0.0
    for u, i, r in loader:
        error = model(u, i) - r
        loss = error.pow(2).mean() + 1e-4 * model.user_factors(u).pow(2).sum(1).mean()
        opt.zero_grad()
        loss.backward()
        opt.step()
        sse += error.detach().pow(2).sum().item()
    if epoch % 4 == 0:
        with torch.no_grad():
            rmse = (model(test_u, test_i) - test_r).pow(2).mean().sqrt()
        print(f"epoch {epoch:2d}  train rmse {(sse / n_train) ** 0.5:.3f}  test rmse {rmse:.3f}")

print(f"std of the test ratings {test_r.std():.3f}")
