"""python serve_once.py: classify a few random images."""

import torch

from dropvision import build
from dropvision.infer import Classifier

if __name__ == "__main__":
    classifier = Classifier(build(), labels=[str(i) for i in range(10)])
    for image in torch.rand(4, 3, 32, 32):
        print(classifier.label(image))
