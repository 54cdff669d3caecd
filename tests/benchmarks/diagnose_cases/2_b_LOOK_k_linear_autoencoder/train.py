import numpy as np
import keras
from keras import layers

keras.utils.set_random_seed(15)
rng = np.random.default_rng(15)
basis = rng.normal(size=(3, 30))
data = (rng.normal(size=(2000, 3)) * [3.0, 2.0, 1.0]) @ basis + 0.3 * rng.normal(size=(2000, 30))
data = data.astype("float32")
train, test = data[:1600], data[1600:]
center = train.mean(0)
scale = train.std()
train, test = (train - center) / scale, (test - center) / scale

# a linear network with a 3-unit code spans the first three principal components
inp = keras.Input((30,))
code = layers.Dense(3, use_bias=False, name="code")(inp)
out = layers.Dense(30, use_bias=False, name="recon")(code)
pca_net = keras.Model(inp, out)
pca_net.compile(optimizer=keras.optimizers.Adam(5e-3), loss="mse")
pca_net.fit(train, train, batch_size=50, epochs=25, validation_data=(test, test), verbose=2)

_, _, vt = np.linalg.svd(train, full_matrices=False)
exact = test @ vt[:3].T @ vt[:3]
net = pca_net.predict(test, verbose=0)
print("explained by network %.4f, by SVD %.4f" % (
    1 - ((net - test) ** 2).mean() / (test ** 2).mean(), 1 - ((exact - test) ** 2).mean() / (test ** 2).mean()))
