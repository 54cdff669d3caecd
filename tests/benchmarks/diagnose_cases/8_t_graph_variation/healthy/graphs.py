import torch


def make_split(n, max_nodes=14, feats=4):
    """Random graphs; the target is how much the first two signals vary across each neighbourhood."""
    size = torch.randint(7, max_nodes + 1, (n,))
    mask = (torch.arange(max_nodes) < size.unsqueeze(1)).float()
    upper = torch.triu((torch.rand(n, max_nodes, max_nodes) < 0.3).float(), 1)
    adj = (upper + upper.transpose(1, 2)) * mask.unsqueeze(1) * mask.unsqueeze(2)
    x = torch.randn(n, max_nodes, feats) * mask.unsqueeze(-1)
    mean = adj @ x / adj.sum(-1, keepdim=True).clamp(min=1)
    rough = (x - mean)[..., :2].abs().sum(-1) * mask
    y = rough.sum(1) / size + 0.03 * torch.randn(n)
    return {"adj": adj, "x": x, "mask": mask, "y": y}
