import torch


def make_graph(n, ring):
    """a ring lattice (1) or a random graph with about as many edges (0)"""
    a = torch.zeros(n, n)
    perm = torch.randperm(n)
    if ring:
        for s in (1, 2):
            i = torch.arange(n)
            a[perm[i], perm[(i + s) % n]] = 1
    else:
        pairs = torch.combinations(torch.arange(n))
        pick = pairs[torch.randperm(len(pairs))[: 2 * n]]
        a[pick[:, 0], pick[:, 1]] = 1
    a = ((a + a.t()) > 0).float()
    drop = (torch.rand(n, n) < 0.12).triu(1)
    a[drop | drop.t()] = 0
    return a


def make_dataset(count, n):
    y = torch.randint(0, 2, (count,))
    adj = torch.stack([make_graph(n, bool(c)) for c in y])
    deg = adj.sum(2, keepdim=True) / 4.0
    feats = torch.cat([deg, torch.ones_like(deg)], dim=2)
    return adj, feats, y
