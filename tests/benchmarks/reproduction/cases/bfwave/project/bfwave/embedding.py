import math

import torch


def step_embedding(steps, width, longest=10_000):
    """Sines and cosines of the diffusion step, one row for each element of `steps`."""
    half = width // 2
    rates = torch.exp(-math.log(longest) * torch.arange(half, device=steps.device) / half)
    angles = steps[:, None].float() * rates[None]
    return torch.cat([angles.sin(), angles.cos()], dim=-1)
