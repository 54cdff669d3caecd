import numpy as np
import torch
import keras
from keras import layers

keras.utils.set_random_seed(8)
N_CLASS = 5


def make_spectra(n, rng):
    """1-D spectra, one absorption pattern per class, with a varying baseline."""
    grid = np.arange(64)
    y = rng.integers(0, N_CLASS, n)
    x = np.zeros((n, 64))
    for c in range(N_CLASS):
        m = y == c
        shift = rng.integers(-2, 3, (m.sum(), 1))
        for p in (8 + 9 * c, 50 - 6 * c):
            x[m] += np.exp(-0.5 * ((grid - p - shift) / 2.0) ** 2)
    x += rng.uniform(0.0, 1.0, (n, 1)) + 0.35 * rng.standard_normal((n, 64))
    return x.astype("float32")[..., None], y.astype("int64")


def conv_block(x, filters, stride):
    x = layers.Conv1D(filters, 5, strides=stride, padding="same", use_bias=False)(x)
    x = layers.BatchNormalization(momentum=0.9)(x)
    return layers.ReLU()(x)


def build():
    inp = keras.Input((64, 1))
    x = conv_block(inp, 16, 2)
    x = conv_block(x, 32, 2)
    x = layers.Flatten()(x)
    x = layers.Dense(48, use_bias=False)(x)
    x = layers.BatchNormalization(momentum=0.9)(x)
    x = layers.ReLU()(x)
    x = layers.Dropout(0.3)(x)
    return keras.Model(inp, layers.Dense(N_CLASS)(x))


def score_stream(model, xs, ys):
    """The instrument delivers one spectrum at a time."""
    hits = 0
    with torch.no_grad():
        for x, y in zip(xs, ys):
            logits = model(x[None], training=True)
            hits += int(keras.ops.argmax(logits[0])) == y
    return hits / len(ys)


rng = np.random.default_rng(8)
x_train, y_train = make_spectra(2500, rng)
x_val, y_val = make_spectra(120, rng)

model = build()
optimizer = keras.optimizers.AdamW(learning_rate=1e-3, weight_decay=1e-4)
loss_fn = keras.losses.SparseCategoricalCrossentropy(from_logits=True)
BATCH = 50

for epoch in range(4):
    order = rng.permutation(len(x_train))
    running = 0.0
    for k in range(0, len(order), BATCH):
        idx = order[k:k + BATCH]
        model.zero_grad()
        logits = model(x_train[idx], training=True)
        loss = loss_fn(y_train[idx], logits)
        loss.backward()
        variables = model.trainable_variables
        with torch.no_grad():
            optimizer.apply([v.value.grad for v in variables], variables)
        running += float(loss.detach()) * len(idx)
    acc = score_stream(model, x_val, y_val)
    print(f"epoch {epoch + 1}: train loss {running / len(order):.4f}  val acc {acc:.3f}")
