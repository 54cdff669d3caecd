import keras
import numpy as np
from keras.datasets import reuters
from keras.layers import Dense, Dropout
from keras.models import Sequential
from sklearn.model_selection import train_test_split

max_words = 10000
batch_size = 32
epochs = 3


def bag_of_words(sequences, width=max_words):
    matrix = np.zeros((len(sequences), width))
    for row, sequence in enumerate(sequences):
        matrix[row, [word for word in sequence if word < width]] = 1.0
    return matrix


print("Loading data...")
(x_train, y_train), (x_test, y_test) = reuters.load_data(num_words=None, test_split=0.2, seed=42)
num_classes = int(np.max(y_train)) + 1
print(len(x_train), "train sequences,", num_classes, "classes")

x_train = bag_of_words(x_train)
x_test = bag_of_words(x_test)
y_train = keras.utils.to_categorical(y_train, num_classes)
y_test = keras.utils.to_categorical(y_test, num_classes)
x_train, x_val, y_train, y_val = train_test_split(
    x_train, y_train, test_size=0.2, random_state=42
)

def build_model(optimizer):
    model = Sequential()
    model.add(Dense(512, input_shape=(max_words,), activation="relu"))
    model.add(Dropout(0.5))
    model.add(Dense(num_classes, activation="softmax"))
    model.compile(loss="categorical_crossentropy", optimizer=optimizer, metrics=["accuracy"])
    return model


model = build_model("sgd")
model.fit(
    x_train,
    y_train,
    batch_size=batch_size,
    epochs=epochs,
    verbose=1,
    validation_data=(x_val, y_val),
)
score = model.evaluate(x_test, y_test, batch_size=batch_size, verbose=1)
print("Test score:", score[0])
print("Test accuracy:", score[1])
