# A multilayer perceptron from scratch: only tensors and autograd
import math
import torch

torch.manual_seed(1)

n_in, n_hidden, n_out = 30, 200, 6


def make_data(n, centres):
    y = torch.randint(0, n_out, (n,))
    sign = torch.randint(0, 2, (n, 1)).float() * 2 - 1
    x = sign * centres[y] + 1.1 * torch.randn(n, n_in)
    return x, y


centres = torch.randn(n_out, n_in) * 0.9
x_train, y_train = make_data(5000, centres)
x_valid, y_valid = make_data(1000, centres)


def init(n_from, n_to):
    w = torch.randn(n_from, n_to) / math.sqrt(n_from)
    b = torch.zeros(n_to)
    return [w.requires_grad_(), b.requires_grad_()]


layers = [init(n_in, n_hidden), init(n_hidden, n_hidden), init(n_hidden, n_hidden), init(n_hidden, n_out)]


def net(x):
    for w, b in layers[:-1]:
        x = torch.tanh(x @ w + b)
    w, b = layers[-1]
    return x @ w + b


def log_softmax(x):
    return x - x.logsumexp(-1, keepdim=True)


def nll(pred, target):
    return -pred[range(target.shape[0]), target].mean()


def accuracy(out, yb):
    return (torch.argmax(out, dim=1) == yb).float().mean().item()


bs, lr, epochs = 50, 0.05, 8
for epoch in range(epochs):
    perm = torch.randperm(len(x_train))
    for i in range(len(x_train) // bs):
        sel = perm[i * bs:(i + 1) * bs]
        loss = nll(log_softmax(net(x_train[sel])), y_train[sel])
        loss.backward()
        with torch.no_grad():
            for w, b in layers:
                w -= w.grad * lr
                b -= b.grad * lr
                w.grad.zero_()
                b.grad.zero_()
    with torch.no_grad():
        out = log_softmax(net(x_valid))
        print(epoch, "valid loss %.4f" % nll(out, y_valid).item(), "valid acc %.3f" % accuracy(out, y_valid))
