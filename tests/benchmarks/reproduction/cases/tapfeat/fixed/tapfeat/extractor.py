import torch


class Tap:
    """Takes down what a layer gives."""

    def __init__(self, name, store):
        self.name = name
        self.store = store

    def __call__(self, layer, inputs, output):
        self.store[self.name] = output.detach().clone()


class Extractor:
    """Features of inner layers of a trained backbone."""

    def __init__(self, backbone, layers=("stage2", "stage3"), pool=False):
        self.backbone = backbone.eval()
        self.layers = tuple(layers)
        self.pool = pool
        known = dict(backbone.named_modules())
        missing = [name for name in self.layers if name not in known]
        if missing:
            raise KeyError(f"no such layers: {missing}")

    @torch.no_grad()
    def extract(self, images):
        """A dictionary from the names of the layers to their outputs."""
        store, handles = {}, []
        for name in self.layers:
            layer = self.backbone.get_submodule(name)
            handles.append(layer.register_forward_hook(Tap(name, store)))
        self.backbone(images)
        for handle in handles:
            handle.remove()
        if self.pool:
            return {name: value.mean(dim=(2, 3)) for name, value in store.items()}
        return store
