import random


class BucketBatchSampler:
    """Batches of sequences of similar length: less padding.

    Items are put into buckets by length; batches are taken from within a bucket and come in
    random order. Every item comes once in an epoch.
    """

    def __init__(self, lengths, batch_size, boundaries=(8, 16, 32, 64), seed=0):
        self.lengths = list(lengths)
        self.batch_size = batch_size
        self.boundaries = sorted(boundaries)
        self.random = random.Random(seed)

    def _bucket_of(self, length):
        for number, boundary in enumerate(self.boundaries):
            if length <= boundary:
                return number
        return len(self.boundaries)

    def _buckets(self):
        buckets = [[] for _ in range(len(self.boundaries) + 1)]
        for item, length in enumerate(self.lengths):
            buckets[self._bucket_of(length)].append(item)
        return buckets

    def __iter__(self):
        batches = []
        for bucket in self._buckets():
            self.random.shuffle(bucket)
            for start in range(0, len(bucket), self.batch_size):
                batches.append(bucket[start : start + self.batch_size])
        self.random.shuffle(batches)
        return iter(batches)

    def __len__(self):
        return sum(-(-len(bucket) // self.batch_size) for bucket in self._buckets())
