import numpy as np
from keras.layers import Activation, Dense, Dropout
from keras.models import Sequential

# training data: rows of ones are True, rows of zeros are False
X_train = np.vstack((np.ones((10000, 128)), np.zeros((10000, 128)))).astype("float32")
y_train = np.array([True] * 10000 + [False] * 10000)

X_test = np.vstack((np.ones((100, 128)), np.zeros((100, 128)))).astype("float32")
y_test = np.array([True] * 100 + [False] * 100)

model = Sequential()
model.add(Dense(50, input_dim=128))
model.add(Activation("relu"))
model.add(Dropout(0.2))
model.add(Dense(50))
model.add(Activation("relu"))
model.add(Dropout(0.2))
model.add(Dense(1))
model.add(Activation("softmax"))

model.compile(loss="binary_crossentropy", optimizer="rmsprop", metrics=["accuracy"])

model.fit(X_train, y_train)

score = model.evaluate(X_test, y_test)
print("test score:", score)
print(model.predict(X_test)[:10])
