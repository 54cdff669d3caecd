import keras
from keras import layers


@keras.saving.register_keras_serializable()
class TransitionModel(keras.Model):
    """Predicts the change of (angle, velocity) over one control interval."""

    def __init__(self, hidden=(64, 64, 64), out_dim=2, **kwargs):
        super().__init__(**kwargs)
        self.norm = layers.Normalization()
        self.trunk = [layers.Dense(h, activation="tanh") for h in hidden]
        self.head = layers.Dense(out_dim)

    def call(self, x):
        x = self.norm(x)
        for layer in self.trunk:
            x = layer(x)
        return self.head(x)
