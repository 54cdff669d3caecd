import torch
from torch.nn import functional as F

from papertrail import TwoTower, mean_reciprocal_rank, recall_at_k


def corpus(count=64, length=12, vocabulary=500, seed=0):
    generator = torch.Generator().manual_seed(seed)
    papers = torch.randint(0, vocabulary, (count, length), generator=generator)
    return papers[:, : length // 2], papers


def main(epochs=5):
    questions, papers = corpus()
    model = TwoTower()
    optimiser = torch.optim.Adam(model.parameters(), 1e-2)
    truth = torch.arange(len(papers))
    for epoch in range(epochs):
        optimiser.zero_grad()
        scores = model(questions, papers)
        F.cross_entropy(10 * scores, truth).backward()
        optimiser.step()
        relevant = torch.eye(len(papers))
        recall = recall_at_k(scores.detach(), relevant)
        print(epoch, recall, mean_reciprocal_rank(scores.detach(), relevant))


if __name__ == "__main__":
    main()
