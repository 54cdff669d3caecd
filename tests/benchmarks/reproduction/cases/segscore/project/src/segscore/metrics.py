import torch

from segscore.confusion import confusion_matrix


def pixel_accuracy(predicted: torch.Tensor, truth: torch.Tensor, classes: int) -> float:
    matrix = confusion_matrix(predicted, truth, classes)
    return (matrix.diag().sum() / matrix.sum().clamp_min(1)).item()


class MeanIoU:
    """Intersection over union, averaged over the classes that occur; collects over batches."""

    def __init__(self, classes: int) -> None:
        self.classes = classes
        self.matrix = torch.zeros(classes, classes, dtype=torch.long)

    def update(self, predicted: torch.Tensor, truth: torch.Tensor) -> None:
        self.matrix += confusion_matrix(predicted, truth, self.classes)

    def reset(self) -> None:
        self.matrix.zero_()

    def per_class(self) -> torch.Tensor:
        hit = self.matrix.diag()
        union = self.matrix.sum(dim=0) + self.matrix.sum(dim=1) - hit
        return hit / union.clamp_min(1)

    def compute(self) -> float:
        return self.per_class().mean().item()


class DiceScore(MeanIoU):
    """The same counts, as twice the hits over both areas."""

    def per_class(self) -> torch.Tensor:
        areas = self.matrix.sum(dim=0) + self.matrix.sum(dim=1)
        return 2 * self.matrix.diag() / areas.clamp_min(1)
