from torch import nn

ACTIVATIONS = {"relu": nn.ReLU, "gelu": nn.GELU, "tanh": nn.Tanh, "silu": nn.SiLU}


def build_model(inputs, hidden=32, layers=2, activation="relu", dropout=0.0):
    parts, width = [], inputs
    for _ in range(layers):
        parts += [nn.Linear(width, hidden), ACTIVATIONS["relu"](), nn.Dropout(dropout)]
        width = hidden
    return nn.Sequential(*parts, nn.Linear(width, 1))
