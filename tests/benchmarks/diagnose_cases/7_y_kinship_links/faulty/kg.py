import numpy as np
import torch


def build_graph(n_entities=80, n_relations=5, seed=0):
    """Entities live on a ring; relation r links e to entities about r*7 places on."""
    rng = np.random.default_rng(seed)
    place = rng.permutation(n_entities)
    at = np.argsort(place)
    facts = []
    for e in range(n_entities):
        for r in range(n_relations):
            for j in range(-2, 3):
                facts.append((e, r, at[(place[e] + 7 * (r + 1) + j) % n_entities]))
    facts = np.array(facts)
    rng.shuffle(facts)
    cut = int(0.85 * len(facts))
    return torch.from_numpy(facts[:cut]).long(), torch.from_numpy(facts[cut:]).long()
