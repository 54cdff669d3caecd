import random

import torch


class RandomFlip:
    def __init__(self, probability=0.5):
        self.probability = probability

    def __call__(self, image):
        return image.flip(-1) if random.random() < self.probability else image


class RandomShift:
    """Rolls an image by up to `most` pixels."""

    def __init__(self, most=2):
        self.most = most

    def __call__(self, image):
        steps = (random.randint(-self.most, self.most), random.randint(-self.most, self.most))
        return torch.roll(image, steps, dims=(-2, -1))


class Compose:
    def __init__(self, *transforms):
        self.transforms = transforms

    def __call__(self, image):
        for transform in self.transforms:
            image = transform(image)
        return image
