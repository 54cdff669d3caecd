import keras

from layers import Baseline, SensorNoise


class ScentNet(keras.Model):
    def __init__(self, scents=5, hidden=32, noise=0.1, **options):
        super().__init__(**options)
        self.baseline = Baseline()
        self.noise = SensorNoise(noise)
        self.hidden = keras.layers.Dense(hidden, activation="relu")
        self.out = keras.layers.Dense(scents, activation="softmax")

    def call(self, readings):
        readings = self.noise(self.baseline(readings))
        return self.out(self.hidden(readings))


def build_model(scents=5, hidden=32, noise=0.1, lr=1e-3):
    model = ScentNet(scents, hidden, noise)
    model.compile(
        optimizer=keras.optimizers.Adam(lr),
        loss="sparse_categorical_crossentropy",
        metrics=["accuracy"],
    )
    return model
