import torch.nn as nn


def mlp(sizes, activation=nn.ReLU):
    """Multi-layer perceptron from a list of layer sizes."""
    layers = []
    for j in range(len(sizes) - 1):
        layers.append(nn.Linear(sizes[j], sizes[j + 1]))
        layers.append(activation())
    return nn.Sequential(*layers)
