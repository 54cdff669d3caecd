import keras
import numpy as np
from keras import layers, ops

from ratings import load_ratings

N_USERS, N_MOVIES = 150, 120


class Recommender(keras.Model):
    def __init__(self, n_users, n_movies, dim=8, mean=0.0):
        super().__init__()
        self.mean = mean
        self.user_vec = layers.Embedding(n_users + 1, dim, embeddings_regularizer=keras.regularizers.L2(1e-5))
        self.movie_vec = layers.Embedding(n_movies + 1, dim, embeddings_regularizer=keras.regularizers.L2(1e-5))
        self.user_bias = layers.Embedding(n_users + 1, 1, embeddings_initializer="zeros")
        self.movie_bias = layers.Embedding(n_movies + 1, 1, embeddings_initializer="zeros")

    def call(self, inputs):
        user, movie = inputs["user"], inputs["movie"]
        dot = ops.sum(self.user_vec(user) * self.movie_vec(movie), axis=-1, keepdims=True)
        return self.mean + dot + self.user_bias(user) + self.movie_bias(movie)


def main():
    keras.utils.set_random_seed(2)
    rng = np.random.default_rng(2)
    users, movies, score = load_ratings(N_USERS, N_MOVIES, 9000, rng)
    cut = 8000
    train = {"user": users[:cut], "movie": movies[:cut]}
    test = {"user": users[cut:], "movie": movies[cut:]}

    model = Recommender(N_USERS, N_MOVIES, mean=float(score[:cut].mean()))
    model.compile(
        optimizer=keras.optimizers.Adam(0.01),
        loss="mse",
        metrics=[keras.metrics.RootMeanSquaredError(name="rmse")],
    )
    stop = keras.callbacks.EarlyStopping(monitor="val_rmse", mode="min", patience=2, restore_best_weights=True)
    model.fit(train, score[:cut, None], validation_data=(test, score[cut:, None]),
              batch_size=128, epochs=12, callbacks=[stop], verbose=2)
    rmse = model.evaluate(test, score[cut:, None], verbose=0, return_dict=True)["rmse"]
    base = np.sqrt(np.mean((score[cut:] - score[:cut].mean()) ** 2))
    print(f"rmse {rmse:.3f}  (predicting the mean: {base:.3f})")


if __name__ == "__main__":
    main()
