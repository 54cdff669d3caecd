"""Heartbeat type from a single lead. Trained by hand with train_on_batch."""
import keras
import numpy as np
from keras import layers, regularizers

CLASSES = ["normal", "pvc", "tachy", "flat_t"]


def beat(kind, t, rng):
    j = rng.normal(0, 0.02)
    qrs_w = 0.045 if kind == 1 else 0.02
    qrs_h = 0.8 if kind == 1 else 1.0
    s = qrs_h * np.exp(-((t - 0.4 - j) ** 2) / (2 * qrs_w**2))
    s += 0.15 * np.exp(-((t - 0.22 - j) ** 2) / (2 * 0.03**2)) * (kind != 1)
    s += (0.05 if kind == 3 else 0.3) * np.exp(-((t - 0.68 - j) ** 2) / (2 * 0.05**2))
    if kind == 2:
        s += 0.9 * np.exp(-((t - 0.85 - j) ** 2) / (2 * 0.02**2))
    return s + rng.normal(0, 0.08, t.shape)


def make(n, rng):
    t = np.linspace(0, 1, 96)
    y = rng.integers(0, len(CLASSES), n)
    x = np.stack([beat(k, t, rng) for k in y])
    return x[..., None].astype("float32"), y.astype("int32")


def conv_block(filters, k, l2):
    return [
        layers.Conv1D(filters, k, padding="same", activation="relu",
                      kernel_regularizer=regularizers.L2(l2)),
        layers.MaxPooling1D(2),
    ]


def build(l2):
    return keras.Sequential([
        keras.Input((96, 1)),
        *conv_block(16, 7, l2),
        *conv_block(32, 5, l2),
        layers.GlobalMaxPooling1D(),
        layers.Dense(32, activation="relu", kernel_regularizer=regularizers.L2(l2)),
        layers.Dense(len(CLASSES), activation="softmax"),
    ])


if __name__ == "__main__":
    keras.utils.set_random_seed(100)
    rng = np.random.default_rng(100)
    x_train, y_train = make(1600, rng)
    x_val, y_val = make(400, rng)

    batch_size, epochs = 50, 11
    model = build(l2=1e-4)
    model.compile(optimizer=keras.optimizers.Adam(5e-3),
                  loss="sparse_categorical_crossentropy", metrics=["accuracy"])
    for epoch in range(epochs):
        perm = rng.permutation(len(x_train))
        model.reset_metrics()
        for i in range(0, len(perm), batch_size):
            b = perm[i:i + batch_size]
            loss, acc = model.train_on_batch(x_train[b], y_train[b])
        vloss, vacc = model.evaluate(x_val, y_val, batch_size=200, verbose=0)
        print(f"epoch {epoch + 1}: loss {float(loss):.3f} acc {float(acc):.3f} "
              f"val_loss {vloss:.3f} val_acc {vacc:.3f}")
