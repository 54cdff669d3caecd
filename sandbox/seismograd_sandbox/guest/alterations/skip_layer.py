"""A layer passes on what it is given."""

from __future__ import annotations

from typing import Any

from ..altering.alteration import Alteration


class Altered(Alteration):
    """The value is the name of a layer; its output must have the shape of its input."""

    applies_within = 1

    def meet_network(self, torch: Any, network: Any) -> None:
        part = dict(network.named_modules()).get(self.value)
        if part is not None and part is not network:
            self.place = self.place or self.place_built(part)
            part.register_forward_hook(lambda layer, given, made: self._passed_on(given, made))

    def meet_keras_model(self, keras: Any, model: Any) -> None:
        for layer in model._flatten_layers():
            if layer.name == self.value:
                self.place = self.place or self.place_built(layer)
                layer.call = self._around(layer.call)

    def _around(self, plain: Any) -> Any:
        def call(*arguments: Any, **options: Any) -> Any:
            return self._passed_on(arguments, plain(*arguments, **options))

        return call

    def _passed_on(self, given: Any, made: Any) -> Any:
        shapes = [getattr(one, "shape", None) for one in (*given[:1], made)]
        if len(shapes) < 2 or None in shapes or shapes[0] != shapes[1]:
            return made
        self.applied += 1
        return given[0]
