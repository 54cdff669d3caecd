"""Height map from coordinates with fixed random Fourier features."""
import keras
import numpy as np
from keras import layers, ops


class FourierFeatures(layers.Layer):
    def __init__(self, n, scale, **kwargs):
        super().__init__(**kwargs)
        self.n, self.scale = n, scale

    def build(self, input_shape):
        self.freq = self.add_weight(
            shape=(input_shape[-1], self.n),
            initializer=keras.initializers.RandomNormal(stddev=self.scale),
            trainable=False,
            name="freq",
        )

    def call(self, x):
        angle = 2 * np.pi * ops.matmul(x, self.freq)
        return ops.concatenate([ops.sin(angle), ops.cos(angle)], axis=-1)


def height(p):
    x, y = p[:, 0], p[:, 1]
    return np.sin(9 * x) * np.cos(7 * y) + 0.5 * np.sin(14 * x * y + 3) + 0.3 * np.cos(18 * y)


keras.utils.set_random_seed(27)
rng = np.random.default_rng(27)
p_train, p_test = rng.random((3000, 2)), rng.random((600, 2))
h_train = height(p_train) + rng.normal(0, 0.03, 3000)
h_test = height(p_test)

model = keras.Sequential([
    keras.Input((2,)),
    FourierFeatures(64, 1.5),
    layers.Dense(64, activation="relu"),
    layers.Dense(1),
])
model.compile(optimizer=keras.optimizers.Adam(3e-3), loss="mse")
model.summary()
model.fit(p_train.astype("float32"), h_train.astype("float32")[:, None], batch_size=64, epochs=14, verbose=2)
pred = model.predict(p_test.astype("float32"), verbose=0)[:, 0]
print(f"R2 on unseen points {1 - ((pred - h_test) ** 2).mean() / h_test.var():.4f}")
