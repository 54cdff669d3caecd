import numpy as np
import torch
import keras
from keras import layers

keras.utils.set_random_seed(12)


class NoisyRegressor(keras.Model):
    """Adds input jitter during training and tracks its own loss."""

    def __init__(self, hidden=48, jitter=0.02):
        super().__init__()
        self.d1 = layers.Dense(hidden, activation="tanh")
        self.d2 = layers.Dense(hidden, activation="tanh")
        self.out = layers.Dense(1)
        self.jitter = layers.GaussianNoise(jitter)
        self.loss_tracker = keras.metrics.Mean(name="loss")
        self.mae_tracker = keras.metrics.MeanAbsoluteError(name="mae")

    def call(self, x, training=False):
        x = self.jitter(x, training=training)
        return self.out(self.d2(self.d1(x)))

    def train_step(self, data):
        x, y = data
        y_pred = self(x, training=True)
        loss = self.compute_loss(x=x, y=y, y_pred=y_pred)
        loss.backward()
        trainable = [v for v in self.trainable_weights]
        gradients = [v.value.grad for v in trainable]
        with torch.no_grad():
            self.optimizer.apply(gradients, trainable)
        self.loss_tracker.update_state(loss)
        self.mae_tracker.update_state(y, y_pred)
        return {m.name: m.result() for m in self.metrics}

    def test_step(self, data):
        x, y = data
        y_pred = self(x, training=False)
        self.loss_tracker.update_state(self.compute_loss(x=x, y=y, y_pred=y_pred))
        self.mae_tracker.update_state(y, y_pred)
        return {m.name: m.result() for m in self.metrics}

    @property
    def metrics(self):
        return [self.loss_tracker, self.mae_tracker]


rng = np.random.default_rng(12)
x = rng.uniform(-1, 1, (2000, 6)).astype("float32")
y = np.sin(3 * x[:, :1]) + x[:, 1:2] * x[:, 2:3] + 0.5 * np.abs(x[:, 3:4]) + 0.05 * rng.normal(size=(2000, 1))
y = ((y - y.mean()) / y.std()).astype("float32")

model = NoisyRegressor()
model.compile(optimizer=keras.optimizers.SGD(0.05, momentum=0.9), loss="mse")
model.fit(x[:1600], y[:1600], batch_size=32, epochs=20, validation_data=(x[1600:], y[1600:]), verbose=2)
p = model.predict(x[1600:], verbose=0)
print("test R2: %.3f" % (1 - np.mean((p - y[1600:]) ** 2) / np.var(y[1600:])))
