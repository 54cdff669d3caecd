import keras
import numpy
import torch

keras.utils.set_random_seed(6)


class Noisy(keras.Model):
    def __init__(self):
        super().__init__()
        self.dense = keras.layers.Dense(3)
        self.tracker = keras.metrics.Mean(name="loss")

    def call(self, inputs):
        return self.dense(inputs)

    def train_step(self, batch):
        x, y = batch
        x = x + 0.1 * keras.random.normal(tuple(x.shape))
        self.zero_grad()
        loss = keras.ops.mean((self(x) - y) ** 2)
        loss.backward()
        with torch.no_grad():
            grads = [v.value.grad for v in self.trainable_weights]
            self.optimizer.apply(grads, self.trainable_weights)
        self.tracker.update_state(loss)
        return {"loss": self.tracker.result()}

    @property
    def metrics(self):
        return [self.tracker]


data = numpy.random.default_rng(0)
x = data.normal(size=(64, 5)).astype("float32")
y = data.normal(size=(64, 3)).astype("float32")
model = Noisy()
model.compile(optimizer=keras.optimizers.SGD(0.05))
history = model.fit(x, y, epochs=2, batch_size=16, verbose=2)
