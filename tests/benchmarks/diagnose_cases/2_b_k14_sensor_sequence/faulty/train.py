import numpy as np
import keras
from keras import layers

from loader import SensorSequence, read_recordings

keras.utils.set_random_seed(2)
(x_train, y_train), (x_val, y_val) = read_recordings(seed=2)

train_seq = SensorSequence(x_train, y_train, batch_size=32, shuffle=True, seed=2)
val_seq = SensorSequence(x_val, y_val, batch_size=64, shuffle=False)

model = keras.Sequential([
    keras.Input(shape=(20,)),
    layers.Dense(64),
    layers.BatchNormalization(),
    layers.Activation("relu"),
    layers.Dense(32, activation="relu"),
    layers.Dense(5, activation="softmax"),
])
model.compile(
    optimizer=keras.optimizers.RMSprop(1e-3),
    loss="sparse_categorical_crossentropy",
    metrics=["accuracy"],
)
model.fit(train_seq, validation_data=val_seq, epochs=15, verbose=2)
print("val accuracy: %.3f" % model.evaluate(val_seq, verbose=0)[1])
