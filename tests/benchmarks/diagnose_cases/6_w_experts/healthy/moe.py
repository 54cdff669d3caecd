import keras
from keras import layers, ops


class ExpertBank(layers.Layer):
    """Small networks that look at the same input from different angles."""

    def __init__(self, n_experts, hidden, out_dim):
        super().__init__()
        self.n_experts = n_experts
        self.first = [layers.Dense(hidden, activation="relu") for _ in range(n_experts)]
        self.second = [layers.Dense(out_dim) for _ in range(n_experts)]

    def outputs(self, x):
        outs = [b(a(x)) for a, b in zip(self.first, self.second)]
        return ops.stack(outs, axis=1)


class MixtureOfExperts(keras.Model):
    def __init__(self, n_experts=4, hidden=24, out_dim=1):
        super().__init__()
        self.gate = layers.Dense(n_experts, activation="softmax")
        self.experts = ExpertBank(n_experts, hidden, out_dim)

    def call(self, x):
        weight = ops.expand_dims(self.gate(x), -1)
        return ops.sum(weight * self.experts.outputs(x), axis=1)
