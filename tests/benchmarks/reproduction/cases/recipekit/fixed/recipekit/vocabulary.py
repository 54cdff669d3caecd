from collections import Counter


class Vocabulary:
    """Maps ingredient names to numbers. Rare and unseen names share one number."""

    def __init__(self, recipes, min_count=1):
        counts = Counter(name for recipe in recipes for name in recipe)
        names = sorted(name for name, count in counts.items() if count >= min_count)
        self.index = {name: i for i, name in enumerate(names)}
        self.unknown = len(names)

    def __len__(self):
        return len(self.index) + 1

    def __contains__(self, name):
        return name in self.index

    def encode(self, recipe):
        return [self.index.get(name, self.unknown) for name in recipe]
