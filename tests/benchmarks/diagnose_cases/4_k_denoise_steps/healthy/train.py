"""1-D denoiser with a custom train_step (charbonnier + smoothness term)."""
import keras
import numpy as np
import torch
from keras import layers, ops


class Denoiser(keras.Model):
    def __init__(self, channels=20, smooth=0.01):
        super().__init__()
        self.smooth = smooth
        self.c1 = layers.Conv1D(channels, 7, padding="same", activation="relu")
        self.c2 = layers.Conv1D(channels, 5, padding="same", activation="relu")
        self.out = layers.Conv1D(1, 5, padding="same")
        self.loss_tracker = keras.metrics.Mean(name="loss")
        self.err = keras.metrics.MeanSquaredError(name="mse")

    def call(self, x):
        return self.out(self.c2(self.c1(x)))

    @property
    def metrics(self):
        return [self.loss_tracker, self.err]

    def objective(self, y, pred):
        charb = ops.mean(ops.sqrt(ops.square(y - pred) + 1e-4))
        rough = ops.mean(ops.abs(pred[:, 1:] - pred[:, :-1]))
        return charb + self.smooth * rough

    def train_step(self, data):
        x, y = data
        self.zero_grad()
        pred = self(x, training=True)
        loss = self.objective(y, pred)
        loss.backward()
        weights = self.trainable_weights
        grads = [v.value.grad for v in weights]
        with torch.no_grad():
            self.optimizer.apply(grads, weights)
        self.loss_tracker.update_state(loss)
        self.err.update_state(y, pred)
        return {m.name: m.result() for m in self.metrics}

    def test_step(self, data):
        x, y = data
        pred = self(x, training=False)
        self.loss_tracker.update_state(self.objective(y, pred))
        self.err.update_state(y, pred)
        return {m.name: m.result() for m in self.metrics}


def step_signals(n, rng, length=64):
    clean = np.zeros((n, length))
    for row in clean:
        for pos in rng.integers(0, length, 4):
            row[pos:] += rng.normal(0, 0.8)
    noisy = clean + rng.normal(0, 0.4, clean.shape)
    return noisy[..., None].astype("float32"), clean[..., None].astype("float32")


keras.utils.set_random_seed(4)
rng = np.random.default_rng(4)
x_train, y_train = step_signals(1500, rng)
x_test, y_test = step_signals(300, rng)

model = Denoiser()
model.compile(optimizer=keras.optimizers.SGD(0.05, momentum=0.9))
model.fit(x_train, y_train, batch_size=50, epochs=10, validation_data=(x_test, y_test), verbose=2)
res = model.evaluate(x_test, y_test, verbose=0, return_dict=True)
print(f"noise mse {np.mean((x_test - y_test) ** 2):.4f} -> denoised mse {res['mse']:.4f}")
