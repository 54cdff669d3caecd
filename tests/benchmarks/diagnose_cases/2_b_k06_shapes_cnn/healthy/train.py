import numpy as np
import keras
from keras import layers, regularizers

from shapes import draw_batch

keras.utils.set_random_seed(5)
x, y = draw_batch(1800, size=16, seed=5)
x_train, y_train = x[:1300], y[:1300]
x_val, y_val = x[1300:], y[1300:]

reg = regularizers.L2(5e-4)


def conv_block(z, filters):
    z = layers.Conv2D(filters, 3, padding="same", kernel_regularizer=reg)(z)
    z = layers.ReLU()(z)
    return layers.MaxPooling2D()(z)


inputs = keras.Input(shape=(16, 16, 1))
z = conv_block(inputs, 8)
z = conv_block(z, 16)
z = layers.Flatten()(z)
z = layers.Dense(32, activation="relu", kernel_regularizer=reg)(z)
outputs = layers.Dense(4, activation="softmax")(z)
model = keras.Model(inputs, outputs)

model.compile(optimizer=keras.optimizers.Adam(2e-3),
              loss="sparse_categorical_crossentropy", metrics=["accuracy"])
model.fit(x_train, y_train, batch_size=32, epochs=10, validation_data=(x_val, y_val), verbose=2)
val_loss, val_acc = model.evaluate(x_val, y_val, verbose=0)
print("val accuracy %.3f" % val_acc)
