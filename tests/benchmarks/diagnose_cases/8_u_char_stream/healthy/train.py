"""Character model over one long stream; the recurrent state is carried from chunk to chunk."""
import os
os.environ["KERAS_BACKEND"] = "torch"

import keras
import numpy as np
import torch
from keras import layers, ops

WORDS = ["river", "stone", "lamp", "garden", "window", "north", "apple", "quiet"]
STREAMS, CHUNK = 16, 12


def corpus(n_words, rng):
    text, w = [], 0
    for _ in range(n_words):
        w = (w + (1 if rng.random() < 0.9 else int(rng.integers(0, len(WORDS))))) % len(WORDS)
        text.append(WORDS[w])
    return " ".join(text)


class CharModel(keras.Model):
    def __init__(self, n_chars, units=48):
        super().__init__()
        self.units = units
        self.embed = layers.Embedding(n_chars, 16)
        self.rnn = layers.GRU(units, return_sequences=True, return_state=True)
        self.head = layers.Dense(n_chars)

    def call(self, ids, state):
        seq, state = self.rnn(self.embed(ids), initial_state=state)
        return self.head(seq), state


def run_epoch(model, ids, optimizer=None):
    loss_fn = keras.losses.SparseCategoricalCrossentropy(from_logits=True)
    state = ops.zeros((STREAMS, model.units))
    losses, hits = [], []
    for s in range(0, ids.shape[1] - CHUNK - 1, CHUNK):
        x, y = ids[:, s:s + CHUNK], ids[:, s + 1:s + CHUNK + 1]
        logits, state = model(x, state)
        state = state.detach()
        loss = loss_fn(y, logits)
        if optimizer is not None:
            model.zero_grad()
            loss.backward()
            params = model.trainable_weights
            with torch.no_grad():
                optimizer.apply([p.value.grad for p in params], params)
        losses.append(loss.item())
        hits.append((logits.argmax(-1) == y).float().mean().item())
    return np.mean(losses), np.mean(hits)


keras.utils.set_random_seed(25)
rng = np.random.default_rng(25)
text = corpus(4200, rng)
chars = sorted(set(text))
codes = np.array([chars.index(c) for c in text], dtype="int64")
per = len(codes) // STREAMS
codes = torch.from_numpy(codes[: per * STREAMS].reshape(STREAMS, per))
cut = int(per * 0.85)
train_ids, test_ids = codes[:, :cut], codes[:, cut:]

model = CharModel(len(chars))
optimizer = keras.optimizers.Adam(8e-3)
for epoch in range(3):
    loss, acc = run_epoch(model, train_ids, optimizer)
    print(f"epoch {epoch + 1}: loss {loss:.3f} next-char accuracy {acc:.3f}")
with torch.no_grad():
    loss, acc = run_epoch(model, test_ids)
print(f"test: loss {loss:.3f} next-char accuracy {acc:.3f}")
