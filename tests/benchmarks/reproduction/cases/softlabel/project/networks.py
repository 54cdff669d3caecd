from torch import nn


def mlp(inputs, hidden, outputs):
    sizes = [inputs, *hidden]
    layers = []
    for before, after in zip(sizes, sizes[1:]):
        layers += [nn.Linear(before, after), nn.ReLU()]
    return nn.Sequential(*layers, nn.Linear(sizes[-1], outputs))


def teacher(inputs=20, classes=5):
    return mlp(inputs, [128, 128], classes)


def student(inputs=20, classes=5):
    return mlp(inputs, [16], classes)
