"""Echo state network for the logistic-driven oscillator: random reservoir, trained readout."""
import numpy as np
import keras
from keras import layers, ops

keras.utils.set_random_seed(40)
rng = np.random.default_rng(40)


class Reservoir(layers.Layer):
    def __init__(self, units=80, radius=0.9, leak=0.6, seed=0, **kwargs):
        super().__init__(**kwargs)
        self.units, self.radius, self.leak = units, radius, leak
        self.gen = np.random.default_rng(seed)

    def build(self, shape):
        w = self.gen.normal(size=(self.units, self.units)) * (self.gen.random((self.units, self.units)) < 0.15)
        w *= self.radius / np.abs(np.linalg.eigvals(w)).max()
        w_in = self.gen.uniform(-0.5, 0.5, (shape[-1], self.units))
        const = lambda a: (lambda s, dtype=None: ops.convert_to_tensor(a, dtype=dtype))
        self.w = self.add_weight(shape=w.shape, initializer=const(w), trainable=False, name="w")
        self.w_in = self.add_weight(shape=w_in.shape, initializer=const(w_in), trainable=False, name="w_in")

    def call(self, x):
        h = ops.zeros((ops.shape(x)[0], self.units))
        for t in range(x.shape[1]):
            new = ops.tanh(ops.matmul(x[:, t], self.w_in) + ops.matmul(h, self.w))
            h = (1 - self.leak) * h + self.leak * new
        return h


def series(n):
    s = np.zeros(n)
    v = 0.3
    for i in range(n):
        v = 3.7 * v * (1 - v) if i % 50 == 0 else v
        s[i] = np.sin(i / 4) * (0.5 + 0.5 * v) + 0.3 * np.sin(i / 9 + v)
    return (s + rng.normal(0, 0.02, n)).astype("float32")


s = series(1400)
LAG = 20
x = np.stack([s[i:i + LAG] for i in range(len(s) - LAG)])[..., None]
y = s[LAG:, None]

model = keras.Sequential([keras.Input((LAG, 1)), Reservoir(), layers.Dense(1)])
model.compile(optimizer=keras.optimizers.Adam(5e-3), loss="mse")
model.summary()
model.fit(x[:1100], y[:1100], batch_size=50, epochs=15, verbose=2, validation_data=(x[1100:], y[1100:]))
p = model.predict(x[1100:], verbose=0)
print(f"test R2 {1 - np.mean((p - y[1100:]) ** 2) / y[1100:].var():.3f}")
