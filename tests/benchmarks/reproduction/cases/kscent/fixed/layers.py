"""Layers for readings of gas sensors."""

import keras
from keras import ops


class SensorNoise(keras.layers.Layer):
    """Makes readings as noisy as cheap sensors are, and drops a sensor now and then."""

    def __init__(self, level=0.1, drop=0.05, **options):
        super().__init__(**options)
        self.level = level
        self.drop = drop
        self.seed_generator = keras.random.SeedGenerator(0)

    def call(self, readings, training=None):
        if not training or self.level == 0.0:
            return readings
        shape = ops.shape(readings)
        noise = keras.random.normal(shape, stddev=self.level, seed=self.seed_generator)
        kept = keras.random.uniform(shape, seed=self.seed_generator) >= self.drop
        return (readings + noise) * ops.cast(kept, readings.dtype)

    def get_config(self):
        return {**super().get_config(), "level": self.level, "drop": self.drop}


class Baseline(keras.layers.Layer):
    """Takes off what a sensor reads in clean air, learnt for each sensor."""

    def build(self, shape):
        self.offset = self.add_weight(shape=(shape[-1],), initializer="zeros", name="offset")

    def call(self, readings):
        return readings - self.offset
