"""Uncertainty by Monte-Carlo dropout: dropout stays on when predicting."""
import keras
import numpy as np
from keras import layers


def concrete(n, rng):
    # mixture -> compressive strength
    x = rng.uniform(-1, 1, (n, 6))
    s = 2 * x[:, 0] - 1.5 * x[:, 1] ** 2 + np.sin(3 * x[:, 2]) + x[:, 3] * x[:, 4]
    return x.astype("float32"), (s + 0.1 * rng.normal(size=n)).astype("float32")


class MCDropout(layers.Dropout):
    def call(self, inputs, training=None):
        return super().call(inputs, training=True)


keras.utils.set_random_seed(90)
rng = np.random.default_rng(90)
x_train, y_train = concrete(3000, rng)
x_test, y_test = concrete(500, rng)

model = keras.Sequential([
    keras.Input((6,)),
    layers.Dense(128, activation="relu"),
    MCDropout(0.05),
    layers.Dense(128, activation="relu"),
    MCDropout(0.05),
    layers.Dense(1),
])
model.compile(keras.optimizers.Adam(3e-3), loss="mse")

batch = 64
for epoch in range(8):
    order = rng.permutation(len(x_train))
    losses = [
        float(model.train_on_batch(x_train[order[i:i + batch]], y_train[order[i:i + batch], None]))
        for i in range(0, len(order), batch)
    ]
    print(f"epoch {epoch + 1} loss {np.mean(losses):.4f}")

draws = np.stack([np.asarray(model.predict_on_batch(x_test))[:, 0] for _ in range(30)])
mean, std = draws.mean(0), draws.std(0)
r2 = 1 - np.mean((mean - y_test) ** 2) / np.var(y_test)
print(f"r2 of the mean {r2:.3f}, average predictive std {std.mean():.3f}")
