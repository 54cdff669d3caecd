import torch


class Classifier:
    """Wraps a trained network for use in a service."""

    def __init__(self, net, labels):
        self.net = net.eval()
        self.labels = labels

    @torch.inference_mode()
    def probabilities(self, images):
        return self.net(images).softmax(dim=-1)

    def label(self, image):
        return self.labels[self.probabilities(image[None])[0].argmax().item()]
