import os
os.environ["KERAS_BACKEND"] = "torch"
import time
import numpy as np
import torch
import keras

# Wine-like cultivar recognition, hand-written loop around a keras model.


def get_data(seed):
    g = np.random.default_rng(seed)
    centres = g.normal(0, 1.0, (5, 3, 12))          # 5 cultivars, 3 vintages each
    y = g.integers(0, 5, 2600)
    v = g.integers(0, 3, 2600)
    x = centres[y, v] + g.normal(0, 0.55, (2600, 12))
    return torch.tensor(x, dtype=torch.float32), torch.tensor(y)


def batches(x, y, size, shuffle=True):
    order = torch.randperm(len(x)) if shuffle else torch.arange(len(x))
    for i in range(0, len(x), size):
        j = order[i:i + size]
        yield x[j], y[j]


class Trainer:
    def __init__(self, model, lr=2e-3):
        self.model = model
        self.opt = torch.optim.Adam(model.parameters(), lr=lr)
        self.crit = torch.nn.CrossEntropyLoss()

    def epoch(self, x, y, size):
        total, n = 0.0, 0
        for xb, yb in batches(x, y, size):
            logits = self.model(xb, training=True)
            loss = self.crit(logits, yb)
            self.opt.zero_grad()
            loss.backward()
            self.opt.step()
            total += loss.item() * len(xb)
            n += len(xb)
        return total / n

    @torch.no_grad()
    def score(self, x, y):
        good = 0
        for xb, yb in batches(x, y, 256, shuffle=False):
            good += (self.model(xb, training=False).argmax(-1) == yb).sum().item()
        return good / len(x)


def main(seed=4, epochs=25, size=64):
    keras.utils.set_random_seed(seed)
    x, y = get_data(seed)
    xtr, ytr, xva, yva, xte, yte = x[:1600], y[:1600], x[1600:2000], y[1600:2000], x[2000:], y[2000:]
    model = keras.Sequential([
        keras.Input((12,)),
        keras.layers.Dense(64, activation="relu"),
        keras.layers.Dropout(0.1),
        keras.layers.Dense(64, activation="relu"),
        keras.layers.Dense(5),
    ])
    tr = Trainer(model)
    t0 = time.time()
    for ep in range(epochs):
        loss = tr.epoch(xtr, ytr, size)
        if ep % 4 == 0 or ep == epochs - 1:
            print(f"[{time.time() - t0:5.1f}s] epoch {ep:02d} loss {loss:.3f} val acc {tr.score(xva, yva):.3f}")
    print("final test acc", round(tr.score(xte, yte), 3))


if __name__ == "__main__":
    main()
