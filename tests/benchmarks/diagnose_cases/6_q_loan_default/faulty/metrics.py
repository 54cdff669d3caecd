import torch


def hard_labels(logits):
    return logits.argmax(dim=1)


class Report:
    def __init__(self):
        self.tp = self.fp = self.tn = self.fn = 0

    def update(self, logits, target):
        guess = hard_labels(logits)
        target = target.long().squeeze(1)
        self.tp += int(((guess == 1) & (target == 1)).sum())
        self.fp += int(((guess == 1) & (target == 0)).sum())
        self.tn += int(((guess == 0) & (target == 0)).sum())
        self.fn += int(((guess == 0) & (target == 1)).sum())

    def accuracy(self):
        return (self.tp + self.tn) / (self.tp + self.fp + self.tn + self.fn)

    def recall(self):
        return self.tp / max(1, self.tp + self.fn)
