import keras
from keras import layers, ops


@keras.saving.register_keras_serializable("birdcall")
class LogMel(layers.Layer):
    """Compresses the loudness of a spectrogram."""

    def __init__(self, floor=1e-3, **kwargs):
        super().__init__(**kwargs)
        self.floor = floor

    def call(self, inputs):
        return ops.log(ops.maximum(inputs, self.floor))

    def get_config(self):
        return {**super().get_config(), "floor": self.floor}


@keras.saving.register_keras_serializable("birdcall")
class SoftPooling(layers.Layer):
    """Pools over time; the sharper, the more the loudest frames count."""

    def __init__(self, sharpness=1.0, keepdims=False, **kwargs):
        super().__init__(**kwargs)
        self.sharpness = sharpness
        self.keepdims = keepdims

    def call(self, inputs):
        weights = ops.softmax(self.sharpness * inputs, axis=1)
        return ops.sum(weights * inputs, axis=1, keepdims=self.keepdims)

    def get_config(self):
        return {**super().get_config(), "keepdims": self.keepdims}
