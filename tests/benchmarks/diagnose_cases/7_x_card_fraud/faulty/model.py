import torch.nn as nn


def build_mlp(sizes, n_out=1):
    layers = []
    for a, b in zip(sizes[:-1], sizes[1:]):
        layers.append(nn.Linear(a, b))
        layers.append(nn.BatchNorm1d(b))
    layers.append(nn.Linear(sizes[-1], n_out))
    return nn.Sequential(*layers)
