import torch

from thumbvit import ThumbViT, ViTConfig


def test_square_images():
    model = ThumbViT(ViTConfig(image_size=16, classes=5))
    assert model(torch.randn(2, 3, 16, 16)).shape == (2, 5)


def test_gray_images():
    model = ThumbViT(ViTConfig(image_size=16, channels=1))
    assert model(torch.randn(1, 1, 16, 16)).shape == (1, 10)
