import torch
from torch import nn


class Tower(nn.Module):
    def __init__(self, inputs, width=32):
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(inputs, 64), nn.ReLU(), nn.Linear(64, width))

    def forward(self, x):
        return nn.functional.normalize(self.layers(x), dim=-1)


class TwinTower(nn.Module):
    """Images and captions in one space; `log_scale` is learned, as in CLIP."""

    def __init__(self, image_inputs=48, text_inputs=24, width=32, start=2.6592):
        super().__init__()
        self.image_tower = Tower(image_inputs, width)
        self.text_tower = Tower(text_inputs, width)
        self.log_scale = nn.Parameter(torch.tensor(start))

    def forward(self, images, texts):
        scale = self.log_scale.exp().clamp(max=100.0)
        return scale * self.image_tower(images) @ self.text_tower(texts).T
