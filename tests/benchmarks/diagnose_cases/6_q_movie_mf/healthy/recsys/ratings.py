import numpy as np
import torch


def synth_ratings(n_users, n_items, per_user, seed):
    g = np.random.default_rng(seed)
    taste = g.normal(size=(n_users, 4))
    traits = g.normal(size=(n_items, 4))
    user_bias = g.normal(0, 0.3, n_users)
    item_bias = g.normal(0, 0.4, n_items)
    rows = []
    for u in range(n_users):
        for i in g.choice(n_items, per_user, replace=False):
            r = 3.4 + user_bias[u] + item_bias[i] + 0.5 * taste[u] @ traits[i] + g.normal(0, 0.25)
            rows.append((u, i, float(np.clip(r, 1, 5))))
    g.shuffle(rows)
    users = torch.tensor([int(r[0]) for r in rows])
    items = torch.tensor([int(r[1]) for r in rows])
    stars = torch.tensor([r[2] for r in rows], dtype=torch.float32)
    return users, items, stars
