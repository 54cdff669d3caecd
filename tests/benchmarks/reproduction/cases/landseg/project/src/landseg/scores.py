import torch


class SegmentationScore:
    """Collects a confusion matrix over tiles; rows are the truth, columns the prediction."""

    def __init__(self, num_classes: int, ignore_index: int = 255):
        self.num_classes = num_classes
        self.ignore_index = ignore_index
        self.reset()

    def reset(self) -> None:
        self.matrix = torch.zeros(self.num_classes, self.num_classes, dtype=torch.long)

    def update(self, prediction: torch.Tensor, target: torch.Tensor) -> None:
        """Both hold class indices, of shape (batch, height, width)."""
        kept = target != self.ignore_index
        cells = target[kept] * self.num_classes + prediction[kept]
        counts = torch.bincount(cells, minlength=self.num_classes**2)
        self.matrix += counts.reshape(self.num_classes, self.num_classes)

    def iou(self) -> torch.Tensor:
        """Of each class."""
        hits = self.matrix.diag().float()
        union = self.matrix.sum(0) + self.matrix.sum(1) - self.matrix.diag()
        return hits / union.clamp(min=1)

    def mean_iou(self) -> float:
        return self.iou().mean().item()

    def pixel_accuracy(self) -> float:
        return (self.matrix.diag().sum() / self.matrix.sum().clamp(min=1)).item()
