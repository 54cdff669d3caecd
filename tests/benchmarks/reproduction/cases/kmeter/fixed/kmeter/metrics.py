import keras
from keras import ops


class HitRate(keras.metrics.Metric):
    """Share of the rows whose true item is among the `k` with the highest scores."""

    def __init__(self, k=3, name="hit_rate", **kwargs):
        super().__init__(name=name, **kwargs)
        self.k = k
        self.hits = self.add_weight(name="hits", initializer="zeros")
        self.rows = self.add_weight(name="rows", initializer="zeros")

    def update_state(self, y_true, y_pred, sample_weight=None):
        y_true = ops.reshape(ops.cast(y_true, "int32"), (-1, 1))
        best = ops.top_k(y_pred, self.k)[1]
        hit = ops.any(ops.equal(ops.cast(best, "int32"), y_true), axis=1)
        self.hits.assign_add(ops.sum(ops.cast(hit, self.dtype)))
        self.rows.assign_add(ops.cast(ops.shape(y_pred)[0], self.dtype))

    def result(self):
        return self.hits / ops.maximum(self.rows, 1.0)

    def reset_state(self):
        self.hits.assign(0.0)
        self.rows.assign(0.0)

    def get_config(self):
        return {**super().get_config(), "k": self.k}
