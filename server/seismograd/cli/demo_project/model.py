"""A small convolutional network for 28 x 28 images."""

import torch.nn.functional as F
from torch import nn


class DigitNet(nn.Module):
    def __init__(self, classes: int, dropout: float):
        super().__init__()
        self.conv1 = nn.Conv2d(1, 32, kernel_size=3, padding=1)
        self.conv2 = nn.Conv2d(32, 64, kernel_size=3, padding=1)
        self.blocks = [nn.Conv2d(64, 64, kernel_size=3, padding=1) for _ in range(2)]
        self.dropout = nn.Dropout(dropout)
        self.hidden = nn.Linear(64 * 7 * 7, 128)
        self.output = nn.Linear(128, classes)

    def forward(self, images):
        x = F.max_pool2d(F.relu(self.conv1(images)), 2)
        x = F.max_pool2d(F.relu(self.conv2(x)), 2)
        for block in self.blocks:
            x = F.relu(block(x))
        x = self.dropout(F.relu(self.hidden(x.flatten(1))))
        return F.softmax(self.output(x))
