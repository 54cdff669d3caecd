"""A made-up citation graph: papers of the same field cite each other more often."""

from dataclasses import dataclass

import torch


@dataclass
class Citations:
    edges: torch.Tensor  # (2, number of edges), both directions
    words: torch.Tensor  # (papers, vocabulary)
    fields: torch.Tensor  # (papers,)
    train: torch.Tensor
    val: torch.Tensor

    @property
    def papers(self):
        return len(self.fields)


def make_citations(papers=300, fields=4, vocabulary=60, seed=0):
    g = torch.Generator().manual_seed(seed)
    label = torch.randint(0, fields, (papers,), generator=g)
    same = label[:, None] == label[None, :]
    chance = torch.where(same, 0.06, 0.006)
    upper = torch.triu(torch.rand(papers, papers, generator=g) < chance, diagonal=1)
    one_way = upper.nonzero().t()
    edges = torch.cat([one_way, one_way.flip(0)], dim=1)

    topics = torch.rand(fields, vocabulary, generator=g) ** 4
    words = (torch.rand(papers, vocabulary, generator=g) < 0.3 * topics[label] + 0.02).float()

    order = torch.randperm(papers, generator=g)
    train = torch.zeros(papers, dtype=torch.bool)
    train[order[: papers // 3]] = True
    return Citations(edges, words, label, train, ~train)


def normalised_adjacency(edges, nodes):
    """D^-1/2 (A + I) D^-1/2 as a sparse matrix."""
    loops = torch.arange(nodes).repeat(2, 1)
    index = torch.cat([edges, loops], dim=1)
    degree = torch.bincount(index[0], minlength=nodes).float()
    weight = degree[index[0]].rsqrt() * degree[index[1]].rsqrt()
    return torch.sparse_coo_tensor(index, weight, (nodes, nodes)).coalesce()
