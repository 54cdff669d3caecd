"""Char-level name classification; gradients of four small batches go into one update."""
import keras
import numpy as np
import torch

ALPHABET = "abcdefghijklmnopqrstuvwxyz"
MAXLEN = 10
ENDINGS = {0: ["ov", "in", "sky"], 1: ["ez", "os", "ia"], 2: ["sen", "by", "gaard"]}


def names(n, rng):
    rows, lab = np.zeros((n, MAXLEN), "int32"), rng.integers(0, 3, n)
    for i, c in enumerate(lab):
        stem = "".join(rng.choice(list(ALPHABET), rng.integers(3, 6)))
        text = stem + (rng.choice(ENDINGS[int(c)]) if rng.random() < 0.97 else "")
        for k, ch in enumerate(text[:MAXLEN]):
            rows[i, k] = 1 + ALPHABET.index(ch)
    return rows, lab


class NameNet(keras.Model):
    def __init__(self):
        super().__init__()
        self.emb = keras.layers.Embedding(len(ALPHABET) + 1, 12)
        self.conv = keras.layers.Conv1D(48, 3, activation="relu", padding="same")
        self.pool = keras.layers.GlobalMaxPooling1D()
        self.out = keras.layers.Dense(3)

    def call(self, ids):
        return self.out(self.pool(self.conv(self.emb(ids))))


class Trainer:
    ACCUMULATE = 4

    def __init__(self, model, lr):
        self.model = model
        self.optimizer = keras.optimizers.Adam(lr)
        self.criterion = keras.losses.SparseCategoricalCrossentropy(from_logits=True)

    def epoch(self, x, y, rng, micro=16):
        order, seen = rng.permutation(len(x)), []
        for k, lo in enumerate(range(0, len(order), micro)):
            idx = order[lo:lo + micro]
            loss = self.criterion(y[idx], self.model(x[idx], training=True))
            (loss / self.ACCUMULATE).backward()
            seen.append(float(loss.detach()))
            if (k + 1) % self.ACCUMULATE == 0:
                self.update()
        return float(np.mean(seen))

    def update(self):
        ws = self.model.trainable_weights
        with torch.no_grad():
            self.optimizer.apply([w.value.grad for w in ws], ws)
        self.model.zero_grad()

    def accuracy(self, x, y):
        with torch.no_grad():
            logits = keras.ops.convert_to_numpy(self.model(x, training=False))
        return float((logits.argmax(1) == y).mean())


if __name__ == "__main__":
    keras.utils.set_random_seed(80)
    rng = np.random.default_rng(80)
    x, y = names(2048, rng)
    xv, yv = names(400, rng)
    net = NameNet()
    net(x[:2])
    trainer = Trainer(net, 8e-3)
    for ep in range(6):
        loss = trainer.epoch(x, y, rng)
        print(f"epoch {ep + 1} loss {loss:.3f} val accuracy {trainer.accuracy(xv, yv):.3f}")
