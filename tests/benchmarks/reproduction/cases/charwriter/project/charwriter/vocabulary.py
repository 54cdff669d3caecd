class Vocabulary:
    """The characters of a text, and a number for each."""

    def __init__(self, text):
        self.characters = sorted(set(text))
        self.index = {c: i for i, c in enumerate(self.characters)}

    def __len__(self):
        return len(self.characters)

    def encode(self, text):
        return [self.index[c] for c in text]

    def decode(self, numbers):
        return "".join(self.characters[n] for n in numbers)
