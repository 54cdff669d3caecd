from __future__ import annotations

from collections.abc import Iterator

from seismograd.faults import FaultType, Finding, Related, Severity
from seismograd.program.model import Layer, Network, Program
from seismograd.program.shapes import shape_text
from seismograd.rules.rule import Rule
from seismograd.rules.shapes._images import SwappedImage, swapped_image
from seismograd.source.evaluate.values import Size, Tensor

_COLOURS = (1, 3)
_SMALLEST_SIDE = 16


class ChannelsLastImage(Rule):
    """
    ## What it does
    Finds images whose channels stand last going into a convolution of PyTorch, which wants them
    first, and images whose channels stand first going into one of Keras, which wants them last.

    ## Why is this bad?
    PyTorch refuses the image. Keras takes the rows for channels and slides its filters over
    columns and colours; nothing raises an error, but the network sees no picture.

    ## Example
    ```python
    model.add(Conv2D(32, (3, 3), input_shape=(3, 32, 32)))
    ```

    ## How to fix
    ```python
    model.add(Conv2D(32, (3, 3), input_shape=(32, 32, 3)))
    ```
    In PyTorch, `images.permute(0, 3, 1, 2)`.

    ## When to ignore
    Where Keras is configured for channels first outside of the program.

    ## References
    - Keras documentation of `keras.layers.Conv2D`, parameter `data_format`.
    - PyTorch documentation of `torch.nn.Conv2d`: the input has the shape (N, C, H, W).
    """

    code = "SG904"
    name = "channels-last-image"
    fault_type = FaultType.SHAPE
    alternatives = (FaultType.CPP,)
    severity = Severity.WARNING
    confidence = 0.85

    def check(self, program: Program) -> Iterator[Finding]:
        for mismatch in program.mismatches:
            swapped = swapped_image(program, mismatch)
            if swapped is not None:
                yield self._channels_last(swapped)
        if any(program.calls_to("*.set_image_data_format")):
            return
        for network in program.networks:
            if network.framework == "keras":
                yield from self._of_keras(network)

    def _channels_last(self, swapped: SwappedImage) -> Finding:
        layer = swapped.call.receiver
        place = None if layer is None else layer.place
        return self.finding(
            swapped.call.place.span,
            f"Images of shape {shape_text(swapped.shape)} have their {swapped.channels} "
            "channel(s) last, but the convolution wants them first.",
            because="The last axis has the number of channels that the layer expects.",
            related=[] if place is None else [Related(place.span, "the convolution")],
            severity=Severity.ERROR,
        )

    def _of_keras(self, network: Network) -> Iterator[Finding]:
        first = next((layer for layer in network.layers if layer.kind == "conv"), None)
        shape = None if first is None else _given_image(first)
        if first is not None and shape is not None:
            yield self.finding(
                first.place.span,
                f"Images of shape {shape_text(shape)} have their {shape[1]} channel(s) first, but "
                f"Keras wants them last: it sees {shape[3]} channels.",
                because="The axis after the batch is 1 or 3, the two after it are equal, and "
                "data_format is not given.",
                layer=first.index,
            )


def _given_image(layer: Layer) -> tuple[Size, ...] | None:
    """The shape of the images that a convolution gets, where it looks like channels first."""
    source = layer.tensor.inputs[0] if layer.tensor is not None and layer.tensor.inputs else None
    if not isinstance(source, Tensor) or source.op not in ("data", "input"):
        return None
    shape, order = source.shape, layer.setting("data_format")
    if shape is None or len(shape) != 4 or order is None or not order.is_default:
        return None
    _, channels, rows, columns = shape
    is_image = rows == columns and isinstance(rows, int) and rows >= _SMALLEST_SIDE
    return shape if is_image and channels in _COLOURS else None
