# Item ranking from implicit feedback (BPR): push liked items above random ones
import numpy as np
import torch
import keras
from keras import layers, ops

keras.utils.set_random_seed(40)
rng = np.random.default_rng(40)

n_users, n_items = 150, 100
U = rng.normal(size=(n_users, 6))
V = rng.normal(size=(n_items, 6))
affinity = U @ V.T
EMB_DIM = 1


def triples(n):
    u = rng.integers(0, n_users, n)
    a = rng.integers(0, n_items, n)
    b = rng.integers(0, n_items, n)
    swap = affinity[u, a] < affinity[u, b]
    liked, other = np.where(swap, b, a), np.where(swap, a, b)
    return np.stack([u, liked, other], 1).astype("int32")


class BPR(keras.Model):
    def __init__(self, dim):
        super().__init__()
        init = keras.initializers.RandomNormal(stddev=0.3)
        self.user = layers.Embedding(n_users, dim, embeddings_initializer=init)
        self.item = layers.Embedding(n_items, dim, embeddings_initializer=init)
        self.loss_tracker = keras.metrics.Mean(name="loss")
        self.order_tracker = keras.metrics.Mean(name="right_order")

    def call(self, t):
        u = self.user(t[:, 0])
        return ops.sum(u * (self.item(t[:, 1]) - self.item(t[:, 2])), axis=-1)

    @property
    def metrics(self):
        return [self.loss_tracker, self.order_tracker]

    def _log(self, margin, loss):
        self.loss_tracker.update_state(loss)
        self.order_tracker.update_state(ops.cast(margin > 0, "float32"))
        return {m.name: m.result() for m in self.metrics}

    def train_step(self, data):
        (t,) = data if isinstance(data, (tuple, list)) else (data,)
        self.zero_grad()
        margin = self(t, training=True)
        loss = torch.nn.functional.softplus(-margin).mean()
        loss.backward()
        weights = self.trainable_weights
        with torch.no_grad():
            self.optimizer.apply([w.value.grad for w in weights], weights)
        return self._log(margin.detach(), loss.detach())

    def test_step(self, data):
        (t,) = data if isinstance(data, (tuple, list)) else (data,)
        margin = self(t, training=False)
        return self._log(margin, torch.nn.functional.softplus(-margin).mean())


train, test = triples(16000), triples(3000)
bpr = BPR(EMB_DIM)
bpr.compile(optimizer=keras.optimizers.Adam(0.03))
bpr.fit(train, epochs=5, batch_size=256, verbose=2)
res = bpr.evaluate(test, batch_size=1000, verbose=0, return_dict=True)
print(f"pairs in the right order: {float(res['right_order']):.3f}")
