import torch


def citation_graph(n=900, classes=5, words=120, seed=0):
    g = torch.Generator().manual_seed(seed)
    label = torch.randint(classes, (n,), generator=g)
    same = label[:, None] == label[None, :]
    prob = torch.where(same, 0.022, 0.003)
    upper = torch.triu((torch.rand(n, n, generator=g) < prob).float(), 1)
    adj = upper + upper.T
    topic = torch.rand(classes, words, generator=g) ** 4
    bag = (torch.rand(n, words, generator=g) < 0.03 + 0.25 * topic[label]).float()
    bag = bag / bag.sum(1, keepdim=True).clamp(min=1)
    order = torch.randperm(n, generator=g)
    return adj, bag, label, order[:150], order[150:350], order[350:]
