import torch

from bondnet.config import Config


def make_batch(config: Config, seed: int = 0):
    """Rings of random atoms, all in one big graph. The target counts atoms next to a double bond."""
    generator = torch.Generator().manual_seed(seed)
    total = config.molecules * config.atoms
    atoms = torch.randint(0, config.atom_kinds, (total,), generator=generator)
    kinds = torch.randint(0, config.bond_kinds, (total,), generator=generator)
    molecule = torch.arange(total) // config.atoms
    here = torch.arange(total)
    following = molecule * config.atoms + (here + 1) % config.atoms
    edges = torch.stack([torch.cat([here, following]), torch.cat([following, here])])
    bonds = torch.cat([kinds, kinds])
    hits = ((kinds == 1) & (atoms == 0)).float()
    target = torch.zeros(config.molecules).index_add(0, molecule, hits)
    return (atoms, edges, bonds, molecule), target
