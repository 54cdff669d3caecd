import numpy as np
from keras.layers import Dense
from keras.models import Sequential
from keras.optimizers import SGD
from sklearn.model_selection import train_test_split

np.random.seed(42)
NUM_BITS = 20


def to_bits(number, length=NUM_BITS):
    return np.array([(number >> i) & 1 for i in range(length)])


def from_bits(bits):
    return int(np.sum(bits * 2 ** np.arange(len(bits))))


X = np.random.randint(0, 2, size=(10000, NUM_BITS))
Y = np.vstack([to_bits(from_bits(row) % 7) for row in X])

X_train, X_test, Y_train, Y_test = train_test_split(X, Y, test_size=0.2, random_state=42)

model = Sequential()
model.add(Dense(20, activation="relu", input_dim=NUM_BITS))
model.add(Dense(20, activation="relu"))
model.add(Dense(20, activation="softmax"))

model.compile(
    optimizer=SGD(learning_rate=0.01), loss="categorical_crossentropy", metrics=["accuracy"]
)
model.fit(X_train, Y_train, epochs=10, batch_size=50)
print(model.evaluate(X_test, Y_test))
