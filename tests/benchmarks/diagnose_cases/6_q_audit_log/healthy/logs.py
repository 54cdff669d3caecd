import torch

N_EVENTS = 20
PRIV, EXPORT = 3, 11
LENGTH = 12


def sessions(n, generator):
    """A session is suspicious when the export happens after the privilege change."""
    others = torch.tensor([e for e in range(N_EVENTS) if e not in (PRIV, EXPORT)])
    ev = others[torch.randint(len(others), (n, LENGTH), generator=generator)]
    where = torch.rand(n, LENGTH, generator=generator).argsort(1)[:, :2]
    rows = torch.arange(n)
    ev[rows, where[:, 0]] = PRIV
    ev[rows, where[:, 1]] = EXPORT
    suspicious = (where[:, 1] > where[:, 0]).float()
    return ev, suspicious
