import keras
import numpy as np
from keras import layers
from sklearn.model_selection import train_test_split


class NewsNet(keras.Model):
    def __init__(self, hidden=512, topics=46):
        super().__init__()
        self.hidden = layers.Dense(hidden, activation="relu")
        self.dropout = layers.Dropout(0.5)
        self.topic = layers.Dense(topics, activation="softmax")

    def call(self, inputs, training=False):
        x = self.hidden(inputs)
        x = self.dropout(x, training=training)
        return self.topic(x)


def bag(sequences, width=10000):
    matrix = np.zeros((len(sequences), width), dtype="float32")
    for i, sequence in enumerate(sequences):
        matrix[i, [token for token in sequence if token < width]] = 1.0
    return matrix


if __name__ == "__main__":
    (x, y), (x_test, y_test) = keras.datasets.reuters.load_data(test_split=0.2, seed=42)
    x, x_test = bag(x), bag(x_test)
    y = keras.utils.to_categorical(y, 46)
    y_test = keras.utils.to_categorical(y_test, 46)
    x_train, x_val, y_train, y_val = train_test_split(x, y, test_size=0.2, random_state=42)

    model = NewsNet()
    model.compile(
        optimizer=keras.optimizers.Adam(1e-3),
        loss="categorical_crossentropy",
        metrics=["accuracy"],
    )
    model.fit(x_train, y_train, batch_size=32, epochs=3, validation_data=(x_val, y_val))
    print("test:", model.evaluate(x_test, y_test, verbose=0))
