"""Graph node classification with a small hand-written GCN layer (dense adjacency)."""
import numpy as np
import keras
from keras import layers, ops

SEED = 8
keras.utils.set_random_seed(SEED)
rng = np.random.default_rng(SEED)


class GraphConv(layers.Layer):
    def __init__(self, units, activation=None, **kw):
        super().__init__(**kw)
        self.units = units
        self.activation = keras.activations.get(activation)

    def build(self, input_shape):
        feat, _ = input_shape
        self.kernel = self.add_weight(
            name="kernel", shape=(feat[-1], self.units), initializer="glorot_uniform", trainable=True
        )
        self.bias = self.add_weight(name="bias", shape=(self.units,), initializer="zeros", trainable=True)

    def call(self, inputs):
        x, adj = inputs
        return self.activation(ops.matmul(adj, ops.matmul(x, self.kernel)) + self.bias)

    def compute_output_shape(self, input_shape):
        return tuple(input_shape[0][:-1]) + (self.units,)


def sample_graphs(n, nodes=20, n_class=4):
    """Planted partition graphs; features only weakly tell the community."""
    lab = rng.integers(0, n_class, (n, nodes))
    same = lab[:, :, None] == lab[:, None, :]
    adj = (rng.random((n, nodes, nodes)) < np.where(same, 0.7, 0.05)).astype("float32")
    adj = np.triu(adj, 1)
    adj = adj + adj.transpose(0, 2, 1) + np.eye(nodes, dtype="float32")
    deg = adj.sum(-1)
    adj = adj / np.sqrt(deg[:, :, None] * deg[:, None, :])
    proto = np.eye(n_class, 8)
    feats = proto[lab] + rng.normal(scale=0.5, size=(n, nodes, 8))
    return feats.astype("float32"), adj.astype("float32"), lab


fx, fa, fy = sample_graphs(500)
tx, ta, ty = sample_graphs(150)

x_in = keras.Input((20, 8))
a_in = keras.Input((20, 20))
h = GraphConv(32, "relu")([x_in, a_in])
h = GraphConv(32, "relu")([h, a_in])
out = layers.Dense(4, activation="softmax")(h)
gcn = keras.Model([x_in, a_in], out)

gcn.compile(optimizer=keras.optimizers.Adam(0.01), loss="sparse_categorical_crossentropy", metrics=["accuracy"])
gcn.fit([fx, fa], fy, epochs=12, batch_size=32, validation_data=([tx, ta], ty), verbose=2)
print("node accuracy on new graphs: %.3f" % gcn.evaluate([tx, ta], ty, verbose=0)[1])
