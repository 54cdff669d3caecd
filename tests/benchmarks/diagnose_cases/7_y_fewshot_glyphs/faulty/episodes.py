import numpy as np
import torch


class GlyphBank:
    """Hand-written-like glyphs: each class is a random stroke path, jittered for every sample."""

    def __init__(self, n_classes, rng, side=14):
        self.side, self.rng = side, rng
        self.paths = [rng.uniform(2, side - 3, size=(5, 2)) for _ in range(n_classes)]

    def render(self, cls):
        pts = self.paths[cls] + self.rng.normal(0, 0.5, size=(5, 2))
        img = np.zeros((self.side, self.side), dtype=np.float32)
        for a, b in zip(pts[:-1], pts[1:]):
            for t in np.linspace(0, 1, 14):
                r, c = np.clip(np.rint(a + t * (b - a)).astype(int), 0, self.side - 1)
                img[r, c] = 1.0
        return img + self.rng.normal(0, 0.15, img.shape).astype(np.float32)


class EpisodeSampler:
    def __init__(self, bank, n_way, k_shot, n_query, pool=40):
        self.n_way, self.k_shot, self.n_query = n_way, k_shot, n_query
        self.rng = bank.rng
        self.data = np.stack([[bank.render(c) for _ in range(pool)] for c in range(len(bank.paths))])

    def sample(self):
        classes = self.rng.choice(len(self.data), self.n_way, replace=False)
        support, query, labels = [], [], []
        picks = [self.rng.permutation(self.data.shape[1]) for _ in classes]
        for k in range(self.k_shot):
            for c, p in zip(classes, picks):
                support.append(self.data[c, p[k]])
        for j in range(self.n_query):
            for w, (c, p) in enumerate(zip(classes, picks)):
                query.append(self.data[c, p[self.k_shot + j]])
                labels.append(w)
        to = lambda v: torch.from_numpy(np.stack(v))[:, None]
        return to(support), to(query), torch.tensor(labels)
