from torch.optim.lr_scheduler import LambdaLR


def warmup_then_inverse_sqrt(optimizer, warmup):
    def factor(step):
        step = step + 1
        return min(step / warmup, (warmup / step) ** 0.5)

    return LambdaLR(optimizer, factor)
