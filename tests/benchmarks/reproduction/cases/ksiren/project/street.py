"""python street.py: learn to hear sirens in street noise, then write one number for each clip."""

import numpy as np

from ksiren import ClipFeed, build_detector


def street_noise(count=100, samples=64, seed=0):
    rng = np.random.default_rng(seed)
    labels = rng.integers(0, 2, count)
    time = np.arange(samples) / samples
    pitch = rng.uniform(6, 10, (count, 1))
    clips = rng.normal(0, 0.5, (count, samples))
    return clips + labels[:, None] * np.sin(2 * np.pi * pitch * time), labels


def main(epochs=3):
    clips, labels = street_noise(256)
    model = build_detector()
    model.fit(ClipFeed(clips, labels, shuffle=True), epochs=epochs, verbose=2)
    unheard, _ = street_noise(100, seed=1)
    np.savetxt("sirens.txt", model.predict(ClipFeed(unheard), verbose=0))


if __name__ == "__main__":
    main()
