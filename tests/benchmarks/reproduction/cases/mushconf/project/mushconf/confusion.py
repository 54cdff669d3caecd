import torch


class ConfusionMatrix:
    """Counts over many batches; rows are the true classes, columns the predicted ones."""

    def __init__(self, classes):
        self.classes = classes
        self.counts = torch.zeros(classes, classes, dtype=torch.long)

    def update(self, predicted, true):
        pairs = predicted.long() * self.classes + true.long()
        counts = torch.bincount(pairs, minlength=self.classes**2)
        self.counts += counts.view(self.classes, self.classes)

    def accuracy(self):
        return (self.counts.trace() / self.counts.sum().clamp(min=1)).item()

    def recall(self):
        """Share of each true class that was found."""
        return self.counts.diagonal() / self.counts.sum(dim=1).clamp(min=1)

    def precision(self):
        """Share of each predicted class that is right."""
        return self.counts.diagonal() / self.counts.sum(dim=0).clamp(min=1)

    def f1(self):
        precision, recall = self.precision(), self.recall()
        return 2 * precision * recall / (precision + recall).clamp(min=1e-12)
