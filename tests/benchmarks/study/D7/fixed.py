import numpy as np
import keras
from keras.layers import Dense
from keras.models import Sequential
from sklearn.model_selection import train_test_split

x = np.linspace(1, 2, 100).reshape(-1, 1)
y = x * 5

x_train, x_test, y_train, y_test = train_test_split(x, y, test_size=0.2, random_state=42)

model = Sequential()
model.add(Dense(1, activation="linear", input_dim=1))

optimizer = keras.optimizers.RMSprop(learning_rate=0.1)
model.compile(loss="mean_squared_error", optimizer=optimizer, metrics=["mae"])
model.fit(x_train, y_train, epochs=200, batch_size=32)

print(model.predict(np.array([[1.5]])))
print(model.evaluate(x_test, y_test))
