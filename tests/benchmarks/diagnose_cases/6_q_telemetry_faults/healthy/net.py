from torch import nn

ACTIVATIONS = {"relu": nn.ReLU, "tanh": nn.Tanh, "sigmoid": nn.Sigmoid, "gelu": nn.GELU}


def build_network(n_in, n_out, width, depth, activation):
    act = ACTIVATIONS[activation]
    blocks, d = [], n_in
    for _ in range(depth):
        blocks.append(nn.Linear(d, width))
        blocks.append(act())
        d = width
    blocks.append(nn.Linear(d, n_out))
    return nn.Sequential(*blocks)
