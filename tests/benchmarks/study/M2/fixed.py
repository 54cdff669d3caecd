from tensorflow import keras
from tensorflow.keras import backend as K
from tensorflow.keras.datasets import mnist
from tensorflow.keras.layers import Conv2D, Dense, Dropout, Flatten, MaxPooling2D
from tensorflow.keras.models import Sequential

NUM_CLASSES = 10
IMG_ROWS, IMG_COLS = 28, 28


def load():
    (x_train, y_train), (x_test, y_test) = mnist.load_data()
    if K.image_data_format() == "channels_first":
        shape = (1, IMG_ROWS, IMG_COLS)
    else:
        shape = (IMG_ROWS, IMG_COLS, 1)
    x_train = x_train.reshape((x_train.shape[0],) + shape).astype("float32")
    x_test = x_test.reshape((x_test.shape[0],) + shape).astype("float32")
    x_train /= 255
    x_test /= 255
    y_train = keras.utils.to_categorical(y_train, NUM_CLASSES)
    y_test = keras.utils.to_categorical(y_test, NUM_CLASSES)
    return (x_train, y_train), (x_test, y_test), shape


def build(shape):
    model = Sequential()
    model.add(Conv2D(32, (3, 3), activation="relu", input_shape=shape))
    model.add(Conv2D(64, (3, 3), activation="relu"))
    model.add(MaxPooling2D(pool_size=(2, 2)))
    model.add(Dropout(0.25))
    model.add(Flatten())
    model.add(Dense(128, activation="relu"))
    model.add(Dropout(0.5))
    model.add(Dense(NUM_CLASSES, activation="softmax"))
    model.compile(
        loss=keras.losses.categorical_crossentropy,
        optimizer=keras.optimizers.Adadelta(learning_rate=1.0),
        metrics=["accuracy"],
    )
    return model


def main():
    train, test, shape = load()
    model = build(shape)
    model.fit(*train, batch_size=128, epochs=12, verbose=1, validation_data=test)
    loss, accuracy = model.evaluate(*test, verbose=0)
    print(f"loss {loss:.4f}, accuracy {accuracy:.4f}")


if __name__ == "__main__":
    main()
