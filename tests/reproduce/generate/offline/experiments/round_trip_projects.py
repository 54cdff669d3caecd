"""Small projects that do not take back what they did, and the same mended."""

from __future__ import annotations

from tests.reproduce.generate.offline.experiments.projects import Project

SCALER = Project(
    "scaler",
    {
        "scaling.py": """\
class Scaler:
    def __init__(self):
        self.mean, self.std = 0.0, 1.0

    def fit(self, values):
        self.mean, self.std = values.mean(), values.std()
        return self

    def transform(self, values):
        return (values - self.mean) / self.std

    def inverse_transform(self, values):
        return (values + self.mean) * self.std
"""
    },
    "# inverse_transform does not undo transform\n\nScaler gives other values back.\n",
    (("(values + self.mean) * self.std", "values * self.std + self.mean"),),
)
BOXES = Project(
    "boxes",
    {
        "geometry/__init__.py": "",
        "geometry/boxes.py": """\
import torch


def xyxy_to_cxcywh(boxes):
    left, top, right, bottom = boxes.unbind(-1)
    return torch.stack([(left + right) / 2, (top + bottom) / 2, right - left, bottom - top], -1)


def cxcywh_to_xyxy(boxes):
    x, y, width, height = boxes.unbind(-1)
    return torch.stack([x - width / 2, y - height / 2, x + width, y + height], -1)
""",
    },
    "# Converting boxes back and forth gives other boxes, the result is wrong\n\n"
    "See `xyxy_to_cxcywh` and `cxcywh_to_xyxy`.\n",
    (("x + width, y + height", "x + width / 2, y + height / 2"),),
)
IMAGES = Project(
    "images",
    {
        "images.py": """\
def normalize(image, mean=0.45, std=0.22):
    return (image - mean) / std


def denormalize(image, mean=0.45, std=0.25):
    return image * std + mean
"""
    },
    "# denormalize is not the inverse of normalize\n\nImages come out with less contrast.\n",
    (("std=0.25", "std=0.22"),),
)
LETTERS = Project(
    "letters",
    {
        "letters.py": """\
ALPHABET = "abcdefghijklmnopqrstuvwxyz "


class Letters:
    def encode(self, text):
        return [ALPHABET.index(letter) for letter in text]

    def decode(self, numbers):
        return "".join(ALPHABET[number] for number in numbers if number > 0)
"""
    },
    '# decode(encode(x)) is not x\n\nWith Letters and "a small banana" letters get lost.\n',
    (("if number > 0)", ")"),),
)
ALL = (SCALER, BOXES, IMAGES, LETTERS)
