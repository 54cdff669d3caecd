import keras
import numpy as np
from keras import layers


def preprocess(images):
    images = images.astype("float32") / 255.0
    return np.reshape(images, (len(images), 28, 28, 1))


def noise(images, factor=0.4, seed=0):
    rng = np.random.default_rng(seed)
    noisy = images + factor * rng.normal(size=images.shape)
    return np.clip(noisy, 0.0, 1.0).astype("float32")


(train, _), (test, _) = keras.datasets.mnist.load_data()
train, test = preprocess(train), preprocess(test)
noisy_train, noisy_test = noise(train), noise(test, seed=1)

image = layers.Input(shape=(28, 28, 1))
x = layers.Conv2D(32, (3, 3), activation="relu", padding="same")(image)
x = layers.MaxPooling2D((2, 2), padding="same")(x)
x = layers.Conv2D(32, (3, 3), activation="relu", padding="same")(x)
x = layers.MaxPooling2D((2, 2), padding="same")(x)
x = layers.Conv2DTranspose(32, (3, 3), strides=2, activation="relu", padding="same")(x)
x = layers.Conv2DTranspose(32, (3, 3), strides=2, activation="relu", padding="same")(x)
x = layers.Conv2D(1, (3, 3), activation="sigmoid", padding="same")(x)

autoencoder = keras.Model(image, x)
autoencoder.compile(optimizer="adam", loss="binary_crossentropy")
autoencoder.fit(
    x=noisy_train,
    y=train,
    epochs=50,
    batch_size=128,
    shuffle=True,
    validation_data=(noisy_test, test),
)
restored = autoencoder.predict(noisy_test[:10])
