class Accuracy:
    def __init__(self):
        self.reset()

    def reset(self):
        self.right = 0.0
        self.count = 0

    def update(self, scores, labels):
        hits = (scores.argmax(dim=1) == labels).float()
        self.right += hits.sum().item()
        self.count += len(labels)

    def compute(self):
        return self.right / max(self.count, 1)
