import os

os.environ["KERAS_BACKEND"] = "torch"

import keras
import numpy as np

from net import TransitionModel
from simulate import sample

keras.utils.set_random_seed(21)
rng = np.random.default_rng(21)

x_train, y_train = sample(4000, rng)
x_test, y_test = sample(1000, rng)
y_scale = y_train.std(axis=0)

model = TransitionModel()
model.norm.adapt(x_train)
model.compile(optimizer=keras.optimizers.Adam(2e-3), loss="mse")
model.fit(
    x_train, y_train / y_scale,
    batch_size=64, epochs=14, verbose=0,
    validation_data=(x_test, y_test / y_scale),
    callbacks=[keras.callbacks.LambdaCallback(
        on_epoch_end=lambda e, logs: print(f"{e:3d} {logs['loss']:.4f} {logs['val_loss']:.4f}"))],
)

pred = model.predict(x_test, verbose=0) * y_scale
res = ((pred - y_test) ** 2).sum(0)
tot = ((y_test - y_test.mean(0)) ** 2).sum(0)
print("R2 angle / velocity:", np.round(1 - res / tot, 3))
