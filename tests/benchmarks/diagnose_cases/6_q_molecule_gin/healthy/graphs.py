import torch


def random_tree(n, g):
    adj = torch.zeros(n, n)
    for v in range(1, n):
        u = int(torch.randint(v, (1,), generator=g))
        adj[u, v] = adj[v, u] = 1
    return adj


def toy_molecules(count, n, seed):
    """Active when at least two bonds join an atom of kind 0 with one of kind 1."""
    g = torch.Generator().manual_seed(seed)
    adjs, feats, labels = [], [], []
    for _ in range(count):
        adj = random_tree(n, g)
        kind = torch.randint(4, (n,), generator=g)
        a, b = (kind == 0).float(), (kind == 1).float()
        bonds = (a @ adj @ b).item()
        adjs.append(adj)
        feats.append(torch.nn.functional.one_hot(kind, 4).float())
        labels.append(float(bonds >= 2))
    return torch.stack(adjs), torch.stack(feats), torch.tensor(labels)
