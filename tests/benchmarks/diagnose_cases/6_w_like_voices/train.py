"""Two speakers, told apart by pitch contour. Margin training."""
import keras
import numpy as np
from keras import layers

N_FRAMES, N_BANDS = 24, 10


def utterance(speaker, rng):
    t = np.linspace(0, 1, N_FRAMES)
    contour = 4.5 + (1.8 if speaker > 0 else -1.8) * (t - 0.5) * 2 + rng.normal(0, 0.6)
    bands = np.arange(N_BANDS)
    spec = np.exp(-0.5 * (bands[None, :] - contour[:, None]) ** 2)
    return spec + rng.normal(0, 0.3, spec.shape)


def corpus(n, rng):
    speaker = rng.choice([-1.0, 1.0], size=n)
    return np.stack([utterance(s, rng) for s in speaker]).astype("float32"), speaker.astype("float32")[:, None]


def sign_accuracy(y_true, y_pred):
    return keras.ops.mean(keras.ops.cast(y_true * y_pred > 0, "float32"), axis=-1)


keras.utils.set_random_seed(33)
rng = np.random.default_rng(33)
x_train, y_train = corpus(1200, rng)
x_test, y_test = corpus(300, rng)

model = keras.Sequential([
    keras.Input((N_FRAMES, N_BANDS)),
    layers.Conv1D(16, 7, strides=2, activation="relu"),
    layers.Flatten(),
    layers.Dense(16, activation="relu"),
    layers.Dense(1),
])
model.compile(optimizer="adam", loss="squared_hinge", metrics=[sign_accuracy])
model.fit(x_train, y_train, validation_data=(x_test, y_test), batch_size=32, epochs=8, verbose=2)

score = model.predict(x_test, verbose=0)
print(f"score range {score.min():.2f} .. {score.max():.2f}")
print(f"test accuracy {np.mean(np.sign(score) == y_test):.3f}")
