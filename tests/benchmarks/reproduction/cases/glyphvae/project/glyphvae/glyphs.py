import torch

from glyphvae.vae import SIZE


def make_glyphs(count=200, seed=0):
    """Crosses and corners: a row and a column of ink each."""
    generator = torch.Generator().manual_seed(seed)
    glyphs = torch.zeros(count, SIZE, SIZE)
    places = torch.randint(0, SIZE, (count, 2), generator=generator)
    for glyph, (row, column) in zip(glyphs, places.tolist()):
        glyph[row] = 1
        glyph[:, column] = 1
    return glyphs
