from torch import nn


class SensorNet(nn.Module):
    """MLP for activity recognition from 36 sensor features"""

    def __init__(self, n_features=36, n_classes=6, hidden=(64, 64), dropout=0.5):
        super().__init__()
        layers, prev = [], n_features
        for h in hidden:
            layers += [nn.Linear(prev, h), nn.ReLU(), nn.Dropout(dropout)]
            prev = h
        self.features = nn.Sequential(*layers)
        self.classifier = nn.Linear(prev, n_classes)

    def forward(self, x):
        return self.classifier(self.features(x))
