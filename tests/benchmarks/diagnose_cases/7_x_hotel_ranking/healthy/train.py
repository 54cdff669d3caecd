import numpy as np
import torch

from ranker import HotelScorer, listnet_loss, ndcg, score_lists


def searches(n, seed):
    rng = np.random.default_rng(seed)
    lists, rel = [], []
    for _ in range(n):
        k = rng.integers(8, 14)
        f = rng.normal(size=(k, 7))
        util = 1.2 * f[:, 0] - 1.0 * f[:, 1] ** 2 + 0.8 * f[:, 2] * (f[:, 3] > 0) + rng.normal(scale=0.3, size=k)
        grade = np.digitize(util, [-1.5, -0.3, 0.6, 1.4])
        lists.append(torch.tensor(f, dtype=torch.float32))
        rel.append(torch.tensor(grade, dtype=torch.float32))
    return lists, rel


torch.manual_seed(13)
train_lists, train_rel = searches(220, seed=13)
test_lists, test_rel = searches(100, seed=113)

model = HotelScorer(7)
optimizer = torch.optim.Adam(model.parameters(), lr=4e-3)
batch = 10

for epoch in range(6):
    model.train()
    order = np.random.default_rng(epoch).permutation(len(train_lists))
    running = 0.0
    for s in range(0, len(order), batch):
        ids = order[s:s + batch]
        scores = score_lists(model, [train_lists[i] for i in ids])
        loss = listnet_loss(scores, [train_rel[i] for i in ids])
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        running += loss.item() * len(ids)
    model.eval()
    with torch.no_grad():
        test_scores = score_lists(model, test_lists)
    print(f"epoch {epoch + 1:2d}  listnet {running / len(order):.4f}  test listnet {listnet_loss(test_scores, test_rel):.4f}  "
          f"test ndcg@5 {ndcg(test_scores, test_rel):.4f}")
