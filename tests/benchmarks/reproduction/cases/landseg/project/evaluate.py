import argparse
import sys

import torch

sys.path.insert(0, "src")

from landseg import SegmentationScore, TileNet
from landseg.model import CLASSES


def tiles(count, size=16, seed=0):
    """Coloured noise, each with a truth that follows its brightness."""
    generator = torch.Generator().manual_seed(seed)
    images = torch.rand(count, 3, size, size, generator=generator)
    truth = (images.mean(1) * len(CLASSES)).long().clamp(max=len(CLASSES) - 1)
    return images, truth


def evaluate(model, images, truth, batch=4):
    score = SegmentationScore(len(CLASSES))
    model.eval()
    with torch.no_grad():
        for start in range(0, len(images), batch):
            logits = model(images[start : start + batch])
            score.update(logits.argmax(1), truth[start : start + batch])
    return score.mean_iou(), score.pixel_accuracy()


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--tiles", type=int, default=12)
    arguments = parser.parse_args()
    print(evaluate(TileNet(), *tiles(arguments.tiles)))
