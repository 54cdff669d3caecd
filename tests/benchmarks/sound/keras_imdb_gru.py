import keras
from keras import layers
from keras.datasets import imdb
from keras.utils import pad_sequences

MAX_FEATURES = 20_000
MAX_LENGTH = 200


def main() -> None:
    keras.utils.set_random_seed(1)
    (x_train, y_train), (x_test, y_test) = imdb.load_data(num_words=MAX_FEATURES)
    x_train = pad_sequences(x_train, maxlen=MAX_LENGTH)
    x_test = pad_sequences(x_test, maxlen=MAX_LENGTH)

    inputs = keras.Input(shape=(None,), dtype="int32")
    x = layers.Embedding(MAX_FEATURES, 128, mask_zero=True)(inputs)
    x = layers.Bidirectional(layers.GRU(64, return_sequences=True))(x)
    x = layers.Bidirectional(layers.GRU(64))(x)
    x = layers.Dropout(0.3)(x)
    outputs = layers.Dense(1, activation="sigmoid")(x)
    model = keras.Model(inputs, outputs)

    model.compile(
        "adam", "binary_crossentropy", metrics=["accuracy", keras.metrics.AUC(name="auc")]
    )
    model.fit(x_train, y_train, batch_size=32, epochs=4, validation_split=0.2)
    print(model.evaluate(x_test, y_test))


if __name__ == "__main__":
    main()
