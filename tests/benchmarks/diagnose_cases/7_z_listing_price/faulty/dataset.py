import keras
import numpy as np


def make_listings(n, rng):
    """A 12x12 floor-plan picture and three facts for each flat; the price depends on both."""
    plans = np.zeros((n, 12, 12, 1), "float32")
    rooms = rng.integers(1, 5, n)
    for i in range(n):
        for _ in range(rooms[i]):
            r, c = rng.integers(0, 9, 2)
            plans[i, r : r + 3, c : c + 3, 0] += rng.uniform(0.5, 1.0)
    plans += rng.normal(0, 0.05, plans.shape)
    age, floor, distance = rng.uniform(0, 1, (3, n))
    price = 1.5 * plans.mean((1, 2, 3)) * 8 - 0.8 * age + 0.3 * floor * (1 - age) + np.exp(-2 * distance)
    facts = np.stack([age, floor, distance], 1).astype("float32")
    return plans, facts, (price + rng.normal(0, 0.05, n)).astype("float32")


class Listings(keras.utils.PyDataset):
    def __init__(self, plans, facts, price, batch_size=32, shuffle=False, seed=0, **kwargs):
        super().__init__(**kwargs)
        self.plans, self.facts, self.price = plans, facts, price
        self.batch_size, self.shuffle = batch_size, shuffle
        self.rng = np.random.default_rng(seed)
        self.index = np.arange(len(price))
        self.on_epoch_end()

    def __len__(self):
        return int(np.ceil(len(self.index) / self.batch_size))

    def __getitem__(self, i):
        rows = self.index[i * self.batch_size : (i + 1) * self.batch_size]
        return self.plans[rows], self.facts[rows], self.price[rows]

    def on_epoch_end(self):
        if self.shuffle:
            self.rng.shuffle(self.index)
