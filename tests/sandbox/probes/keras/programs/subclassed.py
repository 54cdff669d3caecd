import keras
import numpy

keras.utils.set_random_seed(3)


class Scaled(keras.layers.Layer):
    def build(self, shape):
        self.scale = self.add_weight(shape=(shape[-1],), initializer="ones", name="scale")

    def call(self, inputs):
        return inputs * self.scale


class Block(keras.layers.Layer):
    def __init__(self, width):
        super().__init__()
        self.dense = keras.layers.Dense(width)
        self.activation = keras.layers.ReLU()

    def call(self, inputs):
        return self.activation(self.dense(inputs))


class Network(keras.Model):
    def __init__(self):
        super().__init__()
        self.scaled = Scaled()
        self.blocks = [Block(7), Block(5)]
        self.head = keras.layers.Dense(1, activation="sigmoid")

    def call(self, inputs, training=False):
        hidden = self.scaled(inputs)
        for block in self.blocks:
            hidden = block(hidden)
        return self.head(hidden)


data = numpy.random.default_rng(0)
x = data.normal(size=(80, 4)).astype("float32")
y = (x.sum(axis=1, keepdims=True) > 0).astype("float32")
model = Network()
model.compile(optimizer="rmsprop", loss=keras.losses.BinaryCrossentropy())
history = model.fit(x, y, epochs=2, batch_size=20, verbose=0)
