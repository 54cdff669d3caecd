import numpy as np
from keras.layers import Dense
from keras.models import Sequential
from keras.optimizers import Adam
from keras.utils import to_categorical
from sklearn.model_selection import train_test_split
from sklearn.preprocessing import LabelEncoder

np.random.seed(42)
low = np.random.uniform(0.2, 0.4, 200).reshape(-1, 2)
high = np.random.uniform(0.7, 0.5, 200).reshape(-1, 2)

X = np.concatenate([low, high])
labels = ["low"] * 100 + ["high"] * 100
y = to_categorical(LabelEncoder().fit_transform(labels))

X_train, X_test, y_train, y_test = train_test_split(X, y, test_size=0.2, random_state=42)

model = Sequential()
model.add(Dense(2, input_shape=(2,), activation="sigmoid"))
model.add(Dense(2, activation="softmax"))

adam = Adam(learning_rate=0.001)
model.compile(optimizer=adam, loss="categorical_crossentropy", metrics=["accuracy"])
model.fit(X_train, y_train, epochs=5, batch_size=32)

print(model.evaluate(X_test, y_test))
