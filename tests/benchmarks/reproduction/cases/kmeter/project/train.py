import numpy as np

from kmeter import build_recommender


def ratings(count=400, users=50, items=20, seed=0):
    """Users and what they took; everyone has a favourite."""
    rng = np.random.default_rng(seed)
    user = rng.integers(0, users, count)
    item = np.where(rng.random(count) < 0.7, user % items, rng.integers(0, items, count))
    return user[:, None], item


if __name__ == "__main__":
    x, y = ratings()
    model = build_recommender()
    model.fit(x[:300], y[:300], validation_data=(x[300:], y[300:]), epochs=5, verbose=2)
