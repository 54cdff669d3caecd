import keras
import numpy

keras.utils.set_random_seed(8)
seen = []


class Spy(keras.callbacks.Callback):
    def on_train_begin(self, logs=None):
        seen.append(("begin", dict(self.params), logs))

    def on_train_batch_end(self, batch, logs=None):
        seen.append((batch, dict(logs)))

    def on_epoch_end(self, epoch, logs=None):
        seen.append((epoch, dict(logs)))
        seen.append(self.model.evaluate(x[:20], y[:20], verbose=0))


data = numpy.random.default_rng(0)
x = data.normal(size=(120, 5)).astype("float32")
y = data.normal(size=(120, 1)).astype("float32")
model = keras.Sequential([keras.Input((5,)), keras.layers.Dense(4, "relu"), keras.layers.Dense(1)])
model.compile(keras.optimizers.SGD(0.05), "mse", metrics=["mae"])
callbacks = [
    keras.callbacks.EarlyStopping(patience=3, min_delta=0.5, restore_best_weights=True),
    keras.callbacks.ReduceLROnPlateau(factor=0.5, patience=0, min_delta=10.0),
    Spy(),
]
history = model.fit(
    x, y, epochs=6, batch_size=20, validation_split=0.2, callbacks=callbacks, verbose=2
)
print(len(callbacks), [type(c).__name__ for c in callbacks], seen)
print(float(model.optimizer.learning_rate))
