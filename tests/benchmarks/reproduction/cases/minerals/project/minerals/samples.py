"""Hardness, density, lustre and streak of rock samples, with the name of the mineral."""

import torch

CENTRES = {
    "quartz": (7.0, 2.65, 0.6, 0.1),
    "calcite": (3.0, 2.71, 0.5, 0.1),
    "pyrite": (6.3, 5.0, 0.9, 0.9),
    "galena": (2.6, 7.5, 0.9, 0.7),
    "talc": (1.0, 2.75, 0.3, 0.1),
    "topaz": (8.0, 3.5, 0.7, 0.1),
    "halite": (2.2, 2.17, 0.6, 0.1),
    "magnetite": (6.0, 5.2, 0.7, 1.0),
}


def collect(count=240, seed=0):
    """A list of (measurements, name)."""
    generator = torch.Generator().manual_seed(seed)
    names = list(CENTRES)
    samples = []
    for choice in torch.randint(0, len(names), (count,), generator=generator).tolist():
        noise = 0.15 * torch.randn(4, generator=generator)
        samples.append(((torch.tensor(CENTRES[names[choice]]) + noise).tolist(), names[choice]))
    return samples
