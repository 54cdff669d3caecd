"""python write.py story.txt --prompt "Once" """

import argparse
from pathlib import Path

from charwriter import CharModel, Vocabulary, sample
from charwriter.model import train


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("text", type=Path)
    parser.add_argument("--prompt", default="The ")
    parser.add_argument("--length", type=int, default=200)
    parser.add_argument("--temperature", type=float, default=0.8)
    parser.add_argument("--top-k", type=int, default=40)
    parser.add_argument("--steps", type=int, default=500)
    args = parser.parse_args()

    text = args.text.read_text()
    vocabulary = Vocabulary(text)
    model = CharModel(len(vocabulary))
    train(model, vocabulary.encode(text), steps=args.steps)
    print(sample(model, vocabulary, args.prompt, args.length, args.temperature, args.top_k))


if __name__ == "__main__":
    main()
