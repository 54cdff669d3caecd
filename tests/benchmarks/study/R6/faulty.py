import keras
import numpy as np
import pandas as pd
from keras import initializers
from keras.layers import Activation, Dense, Dropout
from keras.models import Sequential
from keras.utils import to_categorical
from sklearn.model_selection import train_test_split

MAX_WORDS = 10000

(x_train, y_train), (x_test, y_test) = keras.datasets.reuters.load_data(seed=42, test_split=0.2)


def to_matrix(rows):
    matrix = np.zeros((len(rows), MAX_WORDS), dtype=np.float32)
    for i, row in enumerate(rows):
        matrix[i, [w for w in row if w < MAX_WORDS]] = 1
    return matrix


X, X_test = to_matrix(x_train), to_matrix(x_test)
Y, Y_test = to_categorical(y_train, 46), to_categorical(y_test, 46)
X_train, X_val, Y_train, Y_val = train_test_split(X, Y, test_size=0.2, random_state=42)

model = Sequential()
model.add(Dense(512, input_dim=MAX_WORDS, kernel_initializer=initializers.Ones()))
model.add(Activation("relu"))
model.add(Dropout(0.5))
model.add(Dense(46))
model.add(Activation("softmax"))

model.compile(optimizer="adam", loss="categorical_crossentropy", metrics=["accuracy"])
history = model.fit(
    X_train, Y_train, epochs=3, batch_size=32, validation_data=(X_val, Y_val), verbose=2
)
print(pd.DataFrame(history.history))
print(model.evaluate(X_test, Y_test, verbose=0))
