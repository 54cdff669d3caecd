"""Writes and reads a small citation graph in the usual two-text-file layout."""
import os
import tempfile

import numpy as np
import torch


def write_corpus(folder, n_papers=400, n_topics=4, n_words=60, seed=0):
    rng = np.random.default_rng(seed)
    topic = rng.integers(0, n_topics, n_papers)
    pref = rng.dirichlet(np.full(n_words, 0.6), n_topics)
    with open(os.path.join(folder, "papers.txt"), "w") as f:
        for i in range(n_papers):
            mix = 0.25 * pref[topic[i]] + 0.75 / n_words
            words = rng.multinomial(15, mix)
            f.write(f"{i + 1} {topic[i]} " + " ".join(map(str, words)) + "\n")
    with open(os.path.join(folder, "cites.txt"), "w") as f:
        for i in range(n_papers):
            same = np.flatnonzero(topic == topic[i])
            for _ in range(3):
                j = rng.choice(same) if rng.random() < 0.85 else rng.integers(n_papers)
                f.write(f"{i + 1} {j + 1}\n")


def read_corpus(folder):
    rows = np.loadtxt(os.path.join(folder, "papers.txt"), dtype=np.int64)
    x = torch.from_numpy(rows[:, 2:]).float()
    x = x / x.sum(1, keepdim=True)
    y = torch.from_numpy(rows[:, 1])
    edges = torch.from_numpy(np.loadtxt(os.path.join(folder, "cites.txt"), dtype=np.int64)).T - 1
    edges = torch.cat([edges, edges.flip(0)], dim=1)
    return x, y, edges


def load(seed=0):
    with tempfile.TemporaryDirectory() as folder:
        write_corpus(folder, seed=seed)
        return read_corpus(folder)
