import torch.nn.functional as F


class TripletObjective:
    def __init__(self, margin=0.3):
        self.margin = margin

    def __call__(self, net, anchor, pos, neg):
        a = F.normalize(net(anchor), dim=1)
        p = F.normalize(net(pos), dim=1)
        n = F.normalize(net(neg), dim=1)
        return F.triplet_margin_loss(a, p, n, margin=self.margin)
