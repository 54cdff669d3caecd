import torch


class Accuracy:
    def __init__(self):
        self.reset()

    def reset(self):
        self.right = 0
        self.seen = 0

    def update(self, predicted, target):
        self.right += (predicted == target).sum().item()
        self.seen += len(target)

    def compute(self):
        return self.right / max(self.seen, 1)


class QuadraticKappa:
    """Cohen's kappa with quadratic weights, over any number of batches.

    1 is perfect agreement, 0 is what chance would give with the same histograms.
    """

    def __init__(self, grades=5):
        self.grades = grades
        self.reset()

    def reset(self):
        self.confusion = torch.zeros(self.grades, self.grades, dtype=torch.float64)

    def update(self, predicted, target):
        cells = target * self.grades + predicted
        counts = torch.bincount(cells, minlength=self.grades**2)
        self.confusion += counts.view(self.grades, self.grades)

    def weights(self):
        grade = torch.arange(self.grades, dtype=torch.float64)
        return (grade[:, None] - grade[None, :]) ** 2 / (self.grades - 1) ** 2

    def compute(self):
        observed = self.confusion / self.confusion.sum()
        by_target = self.confusion.sum(dim=1)
        by_prediction = self.confusion.sum(dim=0)
        expected = torch.outer(by_target, by_prediction) / observed.sum()
        weights = self.weights()
        chance = (weights * expected).sum()
        if chance == 0:
            return 1.0
        return (1 - (weights * observed).sum() / chance).item()
