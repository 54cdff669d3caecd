import random

POS = "great lovely superb nice happy perfect warm clean fast friendly".split()
NEG = "awful dirty slow rude broken cold noisy late poor sad".split()
NEUTRAL = ["word%d" % i for i in range(60)]


def write_review(label):
    mood = POS if label else NEG
    other = NEG if label else POS
    words = random.choices(NEUTRAL, k=random.randint(6, 12)) + random.choices(mood, k=3)
    if random.random() < 0.3:
        words.append(random.choice(other))
    random.shuffle(words)
    return " ".join(words)


def make_reviews(n):
    labels = [random.randint(0, 1) for _ in range(n)]
    return [write_review(l) for l in labels], labels


class Vocab:
    def __init__(self, texts):
        self.index = {"<pad>": 0, "<unk>": 1}
        for text in texts:
            for w in text.split():
                self.index.setdefault(w, len(self.index))

    def __len__(self):
        return len(self.index)

    def encode(self, text, length=18):
        ids = [self.index.get(w, 1) for w in text.split()][:length]
        return ids + [0] * (length - len(ids))
