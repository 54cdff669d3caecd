import sys

import torch

from pairbert import PairBert, PairBertConfig, Tokenizer, pad


def predict(model, texts, length=None):
    model.eval()
    tokenizer = Tokenizer()
    with torch.no_grad():
        return model(*pad([tokenizer(text) for text in texts], length)).softmax(dim=-1)


if __name__ == "__main__":
    torch.manual_seed(0)
    print(predict(PairBert(PairBertConfig()), sys.argv[1:] or ["a short example"]))
