import random

import torch

TOPICS = {
    "sport": "match goal team coach league player win season stadium score cup referee".split(),
    "finance": "bank stock market share price fund profit loss trade bond rate investor".split(),
    "health": "doctor patient disease hospital drug trial virus vaccine surgery clinic nurse care".split(),
    "tech": "software chip phone startup data cloud robot network device code server app".split(),
}
FILLER = [f"w{i}" for i in range(300)]


def make_corpus(n, seed):
    rnd = random.Random(seed)
    names = sorted(TOPICS)
    docs = []
    for _ in range(n):
        label = rnd.randrange(len(names))
        words = [rnd.choice(FILLER) for _ in range(rnd.randint(10, 25))]
        words += [rnd.choice(TOPICS[names[label]]) for _ in range(rnd.randint(2, 4))]
        words += [rnd.choice(TOPICS[rnd.choice(names)])]
        rnd.shuffle(words)
        docs.append((words, label))
    return docs


def build_vocab(docs):
    vocab = {"<unk>": 0}
    for words, _ in docs:
        for w in words:
            vocab.setdefault(w, len(vocab))
    return vocab


def make_collate(vocab):
    def collate(batch):
        labels, text, offsets = [], [], [0]
        for words, label in batch:
            ids = torch.tensor([vocab.get(w, 0) for w in words])
            text.append(ids)
            labels.append(label)
            offsets.append(len(ids))
        return torch.cat(text), torch.tensor(offsets[:-1]).cumsum(0), torch.tensor(labels)
    return collate
