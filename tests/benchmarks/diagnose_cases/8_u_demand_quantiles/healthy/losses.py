from keras import ops


def pinball(quantiles):
    """Mean pinball loss over a vector of quantile levels (one output unit each)."""
    def loss(y_true, y_pred):
        q = ops.convert_to_tensor(quantiles, dtype=y_pred.dtype)
        err = y_true - y_pred
        return ops.mean(ops.maximum(q * err, (q - 1.0) * err), axis=-1)
    return loss
