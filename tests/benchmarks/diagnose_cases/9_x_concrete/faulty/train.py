# Predict concrete strength from the recipe. Heteroscedastic weights come with each sample.
import keras
import numpy as np
import torch
from keras import ops


class WeightedRegressor(keras.Model):
    """Plain MLP; the loss weighs each sample with its own precision."""

    def __init__(self, hidden=(64, 32)):
        super().__init__()
        self.hidden = [keras.layers.Dense(h, activation="relu") for h in hidden]
        self.last = keras.layers.Dense(1)
        self.tracker = keras.metrics.Mean(name="wmse")

    @property
    def metrics(self):
        return [self.tracker]

    def call(self, x):
        for layer in self.hidden:
            x = layer(x)
        return self.last(x)

    def weighted_mse(self, x, y, w):
        pred = self(x)
        return ops.mean(w * ops.square(y - pred)) / ops.mean(w)

    def train_step(self, data):
        x, y, w = data
        self.zero_grad()
        loss = self.weighted_mse(x, y, w)
        loss.backward()
        tw = list(self.trainable_weights)
        with torch.no_grad():
            self.optimizer.apply([v.value.grad for v in tw], tw)
        self.tracker.update_state(loss)
        return {"wmse": self.tracker.result()}

    def test_step(self, data):
        x, y, w = data
        self.tracker.update_state(self.weighted_mse(x, y, w))
        return {"wmse": self.tracker.result()}


def recipes(n, rng):
    parts = rng.dirichlet(np.ones(6) * 2.0, n)
    age = rng.choice([3, 7, 28, 90], n)
    strength = (40 * parts[:, 0] - 25 * parts[:, 1] + 60 * parts[:, 2] * parts[:, 3]
                + 6 * np.log(age) * parts[:, 0] * 2)
    sigma = rng.choice([0.5, 1.5], n)
    y = strength + sigma * rng.standard_normal(n)
    x = np.concatenate([parts, np.log(age)[:, None]], axis=1)
    return x.astype("float32"), y.astype("float32"), (1 / sigma ** 2).astype("float32")


keras.utils.set_random_seed(30)
rng = np.random.default_rng(30)
x, y, w = recipes(3000, rng)
mu, sd = x[:2400].mean(0), x[:2400].std(0)
ymu, ysd = y[:2400].mean(), y[:2400].std()
x, y = (x - mu) / sd, (y - ymu) / ysd

model = WeightedRegressor()
model.compile(optimizer=keras.optimizers.Adam(3e-3))
model.fit(x[:2400], y[:2400], sample_weight=w[:2400], epochs=12, batch_size=64,
          validation_data=(x[2400:], y[2400:], w[2400:]), verbose=2)

pred = model.predict(x[2400:], verbose=0).ravel()
print("held-out correlation %.3f, std of predictions %.3f" % (np.corrcoef(pred, y[2400:])[0, 1] if pred.std() > 0 else 0.0, pred.std()))
