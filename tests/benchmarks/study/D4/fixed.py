import keras
from keras.datasets import mnist
from keras.initializers import RandomNormal
from keras.layers import Dense
from keras.models import Sequential
from keras.optimizers import SGD

(x_train, y_train), (x_test, y_test) = mnist.load_data()
x_train = x_train.reshape(60000, 784).astype("float32") / 255
x_test = x_test.reshape(10000, 784).astype("float32") / 255
y_train = keras.utils.to_categorical(y_train, 10)
y_test = keras.utils.to_categorical(y_test, 10)

# the 784-30-10 network of the book
init = RandomNormal(mean=0.0, stddev=1.0)
model = Sequential()
model.add(Dense(30, input_shape=(784,), activation="sigmoid", kernel_initializer=init, bias_initializer=init))
model.add(
    Dense(
        10,
        activation="softmax",
        kernel_initializer=RandomNormal(mean=0.0, stddev=1.0),
        bias_initializer=RandomNormal(mean=0.0, stddev=1.0),
    )
)

sgd = SGD(learning_rate=0.1)
model.compile(loss="categorical_crossentropy", optimizer=sgd, metrics=["accuracy"])

history = model.fit(
    x_train, y_train, batch_size=10, epochs=30, verbose=1, validation_data=(x_test, y_test)
)
print(model.evaluate(x_test, y_test, verbose=0))
