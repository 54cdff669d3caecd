import torch

from schema import FIELDS


def click_log(n, seed):
    g = torch.Generator().manual_seed(seed)
    cols = {f: torch.randint(size, (n,), generator=g) for f, size in FIELDS.items()}
    latent = {f: torch.randn(size, 3, generator=g) for f, size in FIELDS.items()}
    bias = {f: 0.3 * torch.randn(size, generator=g) for f, size in FIELDS.items()}
    z = sum(bias[f][cols[f]] for f in FIELDS)
    z = z + 1.3 * (latent["user"][cols["user"]] * latent["ad"][cols["ad"]]).sum(1)
    z = z + 0.9 * (latent["ad"][cols["ad"]] * latent["site"][cols["site"]]).sum(1)
    click = (torch.rand(n, generator=g) < torch.sigmoid(1.5 * z)).float()
    return cols, click
