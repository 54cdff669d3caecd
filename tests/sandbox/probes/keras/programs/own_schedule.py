import keras
import numpy

keras.utils.set_random_seed(15)
asked = []


class Steps(keras.optimizers.schedules.LearningRateSchedule):
    def __call__(self, step):
        asked.append(int(step))
        return 0.1 / (1 + step)


class Doubled(keras.losses.Loss):
    def __init__(self):
        super().__init__(name="doubled")

    def call(self, truth, told):
        asked.append("loss")
        return 2.0 * (truth - told) ** 2


data = numpy.random.default_rng(0)
x = data.normal(size=(50, 5)).astype("float32")
y = data.normal(size=(50, 1)).astype("float32")
model = keras.Sequential([keras.Input((5,)), keras.layers.Dense(1)])
model.compile(keras.optimizers.SGD(Steps()), Doubled(), run_eagerly=True)
history = model.fit(x, y, epochs=1, batch_size=10, verbose=0)
print(asked)
