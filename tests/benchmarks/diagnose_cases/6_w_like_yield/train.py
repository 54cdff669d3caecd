"""Crop yield from weather and soil. Micro-batches keep memory low on the field laptop."""
import keras
import numpy as np
from keras import layers


class MicroBatchModel(keras.Model):
    def __init__(self, *args, parts=4, **kwargs):
        super().__init__(*args, **kwargs)
        self.parts = parts
        self.seen = 0

    def train_step(self, data):
        x, y = data
        if self.seen % self.parts == 0:
            self.zero_grad()
        y_pred = self(x, training=True)
        loss = self.compute_loss(x=x, y=y, y_pred=y_pred)
        (loss / self.parts).backward()
        self.seen += 1
        if self.seen % self.parts == 0:
            weights = self.trainable_weights
            self.optimizer.apply([w.value.grad for w in weights], weights)
        self._loss_tracker.update_state(loss)
        return self.compute_metrics(x, y, y_pred)


def fields(n, rng):
    rain, heat, nitrogen = rng.normal(size=(3, n))
    soil = rng.integers(0, 3, n)
    y = 2 - (rain - 0.5) ** 2 + 0.8 * nitrogen - 0.6 * np.maximum(heat, 0) * np.array([0.5, 1.0, 2.0])[soil]
    x = np.column_stack([rain, heat, nitrogen, np.eye(3)[soil]])
    return x.astype("float32"), (y + rng.normal(0, 0.15, n)).astype("float32")[:, None]


keras.utils.set_random_seed(40)
rng = np.random.default_rng(40)
x_train, y_train = fields(2400, rng)
x_test, y_test = fields(400, rng)

inp = keras.Input((6,))
h = layers.Dense(48, activation="relu")(inp)
h = layers.Dense(48, activation="relu")(h)
model = MicroBatchModel(inp, layers.Dense(1)(h), parts=4)
model.compile(optimizer=keras.optimizers.Adam(4e-3), loss="mse", metrics=["mae"])
model.fit(x_train, y_train, batch_size=16, epochs=10, verbose=2)
pred = model.predict(x_test, verbose=0)
print(f"test R2 {1 - ((pred - y_test) ** 2).mean() / y_test.var():.3f}")
