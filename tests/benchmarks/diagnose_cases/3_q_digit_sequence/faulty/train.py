import numpy as np
import keras

from data import DigitSequence, make_digits
from model import build_cnn

SEED = 14

keras.utils.set_random_seed(SEED)
rng = np.random.default_rng(SEED)

x_train, y_train, glyphs = make_digits(rng, 2000)
x_val, y_val, _ = make_digits(rng, 500, glyphs)

train_seq = DigitSequence(x_train, y_train, batch_size=50, rng=rng)

model = build_cnn()
model.compile(
    optimizer=keras.optimizers.Adam(2e-3),
    loss="sparse_categorical_crossentropy",
    metrics=["accuracy"],
)
model.fit(train_seq, epochs=6, validation_data=(x_val, y_val), verbose=2)
print("val accuracy: %.3f" % model.evaluate(x_val, y_val, verbose=0)[1])
