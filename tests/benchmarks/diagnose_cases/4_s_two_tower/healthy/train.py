import torch
import torch.nn.functional as F

from model import TwoTower

N_USERS, N_ITEMS, N_GROUPS = 400, 150, 6
torch.manual_seed(13)


def make_clicks(per_user=14):
    """users of one group mostly click items of the same group"""
    user_group = torch.randint(N_GROUPS, (N_USERS,))
    item_group = torch.arange(N_ITEMS) % N_GROUPS
    clicks = []
    for u in range(N_USERS):
        w = 0.03 + (item_group == user_group[u]).float()
        clicks.append(torch.multinomial(w, per_user))
    return torch.stack(clicks)


clicks = make_clicks()
train_items, test_items = clicks[:, :-2], clicks[:, -2:]
users = torch.arange(N_USERS).repeat_interleave(train_items.size(1))
items = train_items.reshape(-1)
seen = torch.zeros(N_USERS, N_ITEMS, dtype=torch.bool)
seen[users, items] = True

model = TwoTower(N_USERS, N_ITEMS)
optimizer = torch.optim.Adam(model.parameters(), lr=0.01)


@torch.no_grad()
def hit_rate(k=20):
    model.eval()
    scores = model.all_scores(torch.arange(N_USERS)).masked_fill(seen, float("-inf"))
    top = scores.topk(k, dim=1).indices
    hits = (top.unsqueeze(2) == test_items.unsqueeze(1)).any(1)
    return hits.float().mean().item()


for epoch in range(15):
    model.train()
    total = 0.0
    for idx in torch.randperm(len(users)).split(256):
        u, pos = users[idx], items[idx]
        neg = torch.randint(N_ITEMS, pos.shape)
        # BPR
        loss = -F.logsigmoid(model(u, pos) - model(u, neg)).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        total += loss.item() * len(idx)
    print(f"epoch {epoch + 1:2d}  bpr {total / len(users):.4f}  hit@20 {hit_rate():.3f}")
