"""Churn prediction. Uses early stopping on validation accuracy and keeps the best weights."""
import numpy as np
import keras
from keras import layers


class Churn:
    def __init__(self, seed=6):
        keras.utils.set_random_seed(seed)
        self.rng = np.random.default_rng(seed)
        self.model = self._build()

    def data(self, n):
        x = self.rng.normal(size=(n, 10)).astype("float32")
        score = 2.0 * x[:, 0] * x[:, 1] + 1.5 * np.abs(x[:, 2]) - 1.2 + x[:, 3] * (x[:, 4] > 0)
        y = (score + 0.2 * self.rng.normal(size=n) > 0).astype("float32")
        return x, y

    def _build(self):
        inp = keras.Input((10,))
        h = layers.Dense(48, activation="relu")(inp)
        h = layers.Dense(48, activation="relu")(h)
        return keras.Model(inp, layers.Dense(1, activation="sigmoid")(h))

    def train(self):
        x, y = self.data(2500)
        self.model.compile(
            optimizer=keras.optimizers.Adam(2e-3),
            loss="binary_crossentropy",
            metrics=[keras.metrics.Accuracy(name="acc")],
        )
        self.model.fit(
            x, y, validation_split=0.2, epochs=14, batch_size=64, verbose=2,
            callbacks=[
                keras.callbacks.EarlyStopping(
                    monitor="val_acc", mode="max", patience=4, restore_best_weights=True
                )
            ],
        )

    def test(self):
        x, y = self.data(1000)
        p = self.model.predict(x, verbose=0)[:, 0]
        return ((p > 0.5) == (y > 0.5)).mean()


if __name__ == "__main__":
    churn = Churn()
    churn.train()
    print(f"share of right predictions: {churn.test():.3f}")
