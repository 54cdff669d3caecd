import keras
from keras import layers, ops


class TokenEncoder(layers.Layer):
    """Turns a batch of token ids into vectors for the encoder."""

    def __init__(self, vocab, length, dim, **kwargs):
        super().__init__(**kwargs)
        self.length = length
        self.tokens = layers.Embedding(vocab, dim)
        self.positions = layers.Embedding(length, dim)

    def call(self, ids):
        return self.tokens(ids) + self.positions(ops.arange(self.length))


class EncoderBlock(layers.Layer):
    def __init__(self, dim, heads, **kwargs):
        super().__init__(**kwargs)
        self.attention = layers.MultiHeadAttention(heads, dim // heads)
        self.ffn = keras.Sequential([layers.Dense(2 * dim, activation="gelu"), layers.Dense(dim)])
        self.norm1 = layers.LayerNormalization()
        self.norm2 = layers.LayerNormalization()

    def call(self, x):
        h = self.norm1(x)
        x = x + self.attention(h, h)
        return x + self.ffn(self.norm2(x))
