import argparse

import torch
from torch.nn import functional as F

from bins import LengthBins
from tagger import Tagger, pad


def made_up_sentences(count):
    generator = torch.Generator().manual_seed(1)
    lengths = torch.randint(3, 25, (count,), generator=generator).tolist()
    return [torch.randint(1, 500, (n,), generator=generator).tolist() for n in lengths]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--batch-size", type=int, default=32)
    parser.add_argument("--epochs", type=int, default=2)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    torch.manual_seed(options.seed)
    sentences = made_up_sentences(400)
    sampler = LengthBins([len(one) for one in sentences], options.batch_size, seed=options.seed)
    model = Tagger()
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)
    for epoch in range(options.epochs):
        for batch in sampler:
            tokens = pad([sentences[i] for i in batch])
            loss = F.cross_entropy(model(tokens).flatten(0, 1), tokens.flatten() % 9)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        print(epoch, round(loss.item(), 4))


if __name__ == "__main__":
    main()
