import keras
from keras import layers, ops


class TransformerBlock(layers.Layer):
    def __init__(self, embed_dim, num_heads, ff_dim, rate=0.1, **kwargs):
        super().__init__(**kwargs)
        self.att = layers.MultiHeadAttention(num_heads=num_heads, key_dim=embed_dim // num_heads)
        self.ffn = keras.Sequential(
            [layers.Dense(ff_dim, activation="relu"), layers.Dense(embed_dim)]
        )
        self.layernorm1 = layers.LayerNormalization(epsilon=1e-6)
        self.layernorm2 = layers.LayerNormalization(epsilon=1e-6)
        self.dropout1 = layers.Dropout(rate)
        self.dropout2 = layers.Dropout(rate)

    def call(self, inputs, training=False):
        attended = self.dropout1(self.att(inputs, inputs), training=training)
        out = self.layernorm1(inputs + attended)
        fed = self.dropout2(self.ffn(out), training=training)
        return self.layernorm2(out + fed)


class TokenAndPositionEmbedding(layers.Layer):
    def __init__(self, maxlen, vocab_size, embed_dim, **kwargs):
        super().__init__(**kwargs)
        self.token_emb = layers.Embedding(vocab_size, embed_dim)
        self.pos_emb = layers.Embedding(maxlen, embed_dim)

    def call(self, x):
        positions = ops.arange(0, ops.shape(x)[-1], 1)
        return self.token_emb(x) + self.pos_emb(positions)


class Classifier(keras.Model):
    def __init__(self, vocab_size=20000, maxlen=200, embed_dim=32, heads=2, ff_dim=32):
        super().__init__()
        self.embedding = TokenAndPositionEmbedding(maxlen, vocab_size, embed_dim)
        self.block = TransformerBlock(embed_dim, heads, ff_dim)
        self.pool = layers.GlobalAveragePooling1D()
        self.hidden = layers.Dense(20, activation="relu")
        self.dropout = layers.Dropout(0.1)
        self.classify = layers.Dense(2, activation="softmax")

    def call(self, inputs, training=False):
        x = self.embedding(inputs)
        x = self.block(x, training=training)
        x = self.pool(x)
        x = self.dropout(self.hidden(x), training=training)
        return self.classify(x)


(x_train, y_train), (x_val, y_val) = keras.datasets.imdb.load_data(num_words=20000)
x_train = keras.utils.pad_sequences(x_train, maxlen=200)
x_val = keras.utils.pad_sequences(x_val, maxlen=200)
model = Classifier()
model.compile(
    optimizer="adam", loss="sparse_categorical_crossentropy", metrics=["accuracy"]
)
model.fit(x_train, y_train, batch_size=32, epochs=2, validation_data=(x_val, y_val))
