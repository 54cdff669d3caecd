import keras
from keras import layers


class LoadForecaster(keras.Model):
    """Predicts the next hours of grid load from a window of past hours."""

    def __init__(self, horizon, units=48):
        super().__init__()
        self.features = keras.Sequential([
            layers.Conv1D(24, 5, padding="causal", activation="relu"),
            layers.Conv1D(24, 5, strides=2, activation="relu"),
            layers.Flatten(),
        ])
        self.hidden = layers.Dense(units, activation="relu")
        self.out = layers.Dense(horizon)
        self.loss_mean = keras.metrics.Mean(name="loss")
        self.mae = keras.metrics.MeanAbsoluteError(name="mae")

    @property
    def metrics(self):
        return [self.loss_mean, self.mae]

    def call(self, x, training=None):
        return self.out(self.hidden(self.features(x, training=training)))

    def train_step(self, data):
        x, y = data
        self.zero_grad()
        y_pred = self(x, training=True)
        loss = self.compute_loss(x=x, y=y, y_pred=y_pred)
        loss.backward()

        weights = self.trainable_weights
        gradients = [w.value.grad for w in weights]
        self.optimizer.apply(gradients, weights)

        self.loss_mean.update_state(loss)
        self.mae.update_state(y, y_pred)
        return {m.name: m.result() for m in self.metrics}

    def test_step(self, data):
        x, y = data
        y_pred = self(x, training=False)
        self.loss_mean.update_state(self.compute_loss(x=x, y=y, y_pred=y_pred))
        self.mae.update_state(y, y_pred)
        return {m.name: m.result() for m in self.metrics}
