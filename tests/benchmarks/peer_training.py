"""The MLP of the overhead bench as a script of its own, for peers that live elsewhere.

Runs in an interpreter that has torch and a peer, without this repository. What it is to do comes
by the environment, since some peers rewrite a script and start it themselves. Says in the end how
much time of the processor a step took.
"""

import os
import time
import warnings

import torch
from torch import nn

BATCH = 128
WARM_UP_STEPS = 10


def train(network, loss_function, optimizer, backward, steps):
    inputs, labels = torch.randn(50, BATCH, 784), torch.randint(0, 10, (50, BATCH))
    for step in range(WARM_UP_STEPS + steps):
        if step == WARM_UP_STEPS:
            began = time.process_time()
        optimizer.zero_grad()
        scores = network(inputs[step % 50])
        backward(step, scores, labels[step % 50], loss_function(scores, labels[step % 50]))
        optimizer.step()
    return (time.process_time() - began) / steps * 1000


def plain_backward(step, scores, labels, loss):
    loss.backward()


def cockpit_backward(network, optimizer):
    """With the smallest of the configurations that Cockpit brings."""
    from cockpit import Cockpit
    from cockpit.utils.configuration import configuration

    cockpit = Cockpit(network.parameters(), configuration("economy"))
    single_losses = nn.CrossEntropyLoss(reduction="none")

    def backward(step, scores, labels, loss):
        facts = {"batch_size": BATCH, "loss": loss, "optimizer": optimizer}
        facts["individual_losses"] = single_losses(scores, labels)
        with cockpit(step, info=facts):
            loss.backward(create_graph=cockpit.create_graph(step))

    return backward


def main():
    warnings.simplefilter("ignore")
    torch.manual_seed(0)
    torch.set_num_threads(1)
    layers = [nn.Linear(784, 512), nn.ReLU(), nn.Dropout(0.1)]
    network = nn.Sequential(*layers, nn.Linear(512, 256), nn.ReLU(), nn.Linear(256, 10))
    loss_function = nn.CrossEntropyLoss()
    backward = plain_backward
    if os.environ.get("PEER_WITH") == "cockpit":
        from backpack import extend

        network, loss_function = extend(network), extend(loss_function)
    optimizer = torch.optim.Adam(network.parameters(), lr=1e-3)
    if os.environ.get("PEER_WITH") == "cockpit":
        backward = cockpit_backward(network, optimizer)
    steps = int(os.environ.get("PEER_STEPS", "200"))
    print("step ms:", train(network, loss_function, optimizer, backward, steps), flush=True)


if __name__ == "__main__":
    main()
