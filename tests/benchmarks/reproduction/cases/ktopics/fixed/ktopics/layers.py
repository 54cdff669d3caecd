import keras
from keras import ops


@keras.saving.register_keras_serializable(package="ktopics")
class PhrasePool(keras.layers.Layer):
    """Summarises each run of `window` words: (batch, words, width) -> (batch, words // window, width).

    mode: "mean" or "max". scale: multiplies the result.
    """

    def __init__(self, window=3, mode="mean", scale=1.0, **kwargs):
        super().__init__(**kwargs)
        if mode not in ("mean", "max"):
            raise ValueError(f"mode has to be mean or max, not {mode!r}")
        self.window = window
        self.mode = mode
        self.scale = scale

    def call(self, x):
        phrases = x.shape[1] // self.window
        x = x[:, : phrases * self.window]
        x = ops.reshape(x, (-1, phrases, self.window, x.shape[-1]))
        pooled = ops.max(x, axis=2) if self.mode == "max" else ops.mean(x, axis=2)
        return pooled * self.scale

    def compute_output_shape(self, input_shape):
        return (input_shape[0], input_shape[1] // self.window, input_shape[2])

    def get_config(self):
        config = super().get_config()
        config.update({"window": self.window, "mode": self.mode, "scale": self.scale})
        return config
