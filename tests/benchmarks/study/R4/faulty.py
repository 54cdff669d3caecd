import numpy as np
import keras
from keras import layers, optimizers
from sklearn.model_selection import train_test_split

params = {
    "max_words": 10000,
    "hidden": 512,
    "dropout": 0.5,
    "loss": "hinge",
    "batch_size": 32,
    "epochs": 3,
}


class NewswireClassifier:
    def __init__(self, params, num_classes):
        self.params = params
        self.model = keras.Sequential()
        self.model.add(layers.Input(shape=(params["max_words"],)))
        self.model.add(layers.Dense(params["hidden"], activation="relu"))
        self.model.add(layers.Dropout(params["dropout"]))
        self.model.add(layers.Dense(num_classes, activation="softmax"))
        self.model.compile(
            loss=params["loss"],
            optimizer=optimizers.Adam(learning_rate=0.001),
            metrics=["accuracy"],
        )

    def train(self, x, y, x_val, y_val):
        return self.model.fit(
            x,
            y,
            batch_size=self.params["batch_size"],
            epochs=self.params["epochs"],
            validation_data=(x_val, y_val),
        )


def vectorise(sequences, dimension):
    out = np.zeros((len(sequences), dimension))
    for i, seq in enumerate(sequences):
        seq = np.asarray(seq)
        out[i, seq[seq < dimension]] = 1.0
    return out


(x_train, y_train), (x_test, y_test) = keras.datasets.reuters.load_data(test_split=0.2, seed=42)
num_classes = int(max(y_train)) + 1
x_train = vectorise(x_train, params["max_words"])
x_test = vectorise(x_test, params["max_words"])
y_train = keras.utils.to_categorical(y_train, num_classes)
y_test = keras.utils.to_categorical(y_test, num_classes)
x_train, x_val, y_train, y_val = train_test_split(x_train, y_train, test_size=0.2, random_state=42)

classifier = NewswireClassifier(params, num_classes)
classifier.train(x_train, y_train, x_val, y_val)
print(classifier.model.evaluate(x_test, y_test))
