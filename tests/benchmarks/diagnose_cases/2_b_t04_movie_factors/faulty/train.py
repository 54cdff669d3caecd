import torch
import torch.nn as nn

SEED, N_USERS, N_ITEMS, K = 3, 120, 80, 6
torch.manual_seed(SEED)

# ratings with low-rank structure and user/item biases
U, V = torch.randn(N_USERS, 3), torch.randn(N_ITEMS, 3)
bu, bi = 0.5 * torch.randn(N_USERS), 0.5 * torch.randn(N_ITEMS)
full = 3.0 + bu[:, None] + bi[None, :] + 0.7 * U @ V.T
obs = torch.rand(N_USERS, N_ITEMS) < 0.45
users, items = obs.nonzero(as_tuple=True)
ratings = full[users, items] + 0.2 * torch.randn(len(users))
perm = torch.randperm(len(users))
users, items, ratings = users[perm], items[perm], ratings[perm]
n_train = int(0.85 * len(users))


class MatrixFactorization(nn.Module):
    def __init__(self, n_users, n_items, k):
        super().__init__()
        self.factors = {
            "user": nn.Embedding(n_users, k),
            "item": nn.Embedding(n_items, k),
        }
        for emb in self.factors.values():
            nn.init.normal_(emb.weight, std=0.1)
        self.user_bias = nn.Embedding(n_users, 1)
        self.item_bias = nn.Embedding(n_items, 1)
        nn.init.zeros_(self.user_bias.weight)
        nn.init.zeros_(self.item_bias.weight)
        self.mean = nn.Parameter(torch.zeros(()))

    def forward(self, u, i):
        dot = (self.factors["user"](u) * self.factors["item"](i)).sum(-1)
        return dot + self.user_bias(u).squeeze(-1) + self.item_bias(i).squeeze(-1) + self.mean


model = MatrixFactorization(N_USERS, N_ITEMS, K)
opt = torch.optim.Adam(model.parameters(), lr=0.02, weight_decay=1e-4)
batch = 256
for epoch in range(40):
    order = torch.randperm(n_train)
    for s in range(0, n_train, batch):
        j = order[s:s + batch]
        loss = ((model(users[j], items[j]) - ratings[j]) ** 2).mean()
        opt.zero_grad()
        loss.backward()
        opt.step()
    if epoch % 10 == 9:
        with torch.no_grad():
            err = model(users[n_train:], items[n_train:]) - ratings[n_train:]
        print(f"epoch {epoch + 1} train mse {loss.item():.3f} test rmse {err.pow(2).mean().sqrt().item():.3f}")
print(f"std of test ratings {ratings[n_train:].std().item():.3f}")
