import keras
import numpy as np
from keras import layers


class Highway(layers.Layer):
    """y = T(x) * H(x) + (1 - T(x)) * x   (Srivastava et al.)"""

    def __init__(self, gate_bias=-2.0, **kw):
        super().__init__(**kw)
        self.gate_bias = gate_bias

    def build(self, shape):
        d = shape[-1]
        self.transform = layers.Dense(d, activation="relu")
        self.gate = layers.Dense(
            d, activation="sigmoid",
            bias_initializer=keras.initializers.Constant(self.gate_bias),
        )
        self.transform.build(shape)
        self.gate.build(shape)

    def call(self, x):
        t = self.gate(x)
        return t * self.transform(x) + (1.0 - t) * x


def wine_table(n, rng):
    # 11 lab values -> quality score, with interactions between acidity / sugar / alcohol
    x = rng.normal(size=(n, 11))
    q = (
        1.2 * np.abs(x[:, 0]) - 1.1 * x[:, 1] * x[:, 2]
        + np.where(x[:, 3] > 0, x[:, 4], -x[:, 4]) + 0.3 * x[:, 5]
    )
    q += 0.1 * rng.normal(size=n)
    return x.astype("float32"), q.astype("float32")[:, None]


def build_model(depth=3, width=40):
    inputs = keras.Input((11,), name="lab_values")
    h = layers.Dense(width)(inputs)
    for i in range(depth):
        h = Highway(gate_bias=-2.0, name=f"highway_{i}")(h)
    return keras.Model(inputs, layers.Dense(1, name="quality")(h))


keras.utils.set_random_seed(55)
rng = np.random.default_rng(55)
xs, ys = wine_table(2600, rng)
xt, yt = wine_table(800, rng)

model = build_model()
model.compile(optimizer=keras.optimizers.Adam(6e-3), loss="mse", metrics=[keras.metrics.R2Score(name="r2")])
model.fit(xs, ys, validation_data=(xt, yt), batch_size=64, epochs=10, verbose=2)
mse, r2 = model.evaluate(xt, yt, verbose=0)
print(f"held-out mse={mse:.3f} r2={r2:.3f}")
