"""Networks that are copied to several devices or processes: told where they are wrapped."""

from __future__ import annotations

from typing import Any

from .kit import Kit

WRAPPERS = {"DistributedDataParallel": "ddp", "DataParallel": "data_parallel"}


class Parallel:
    def __init__(self, kit: Kit) -> None:
        self._kit = kit
        self._told: set[str] = set()

    def begin(self) -> None:
        for name in WRAPPERS:
            kind = getattr(self._kit.torch.nn.parallel, name, None)
            if kind is not None:
                self._kit.patches.around(kind, "__init__", self._telling)

    def _telling(self, plain: Any) -> Any:
        tell = self._kit.guard(self._tell)

        def __init__(wrapper: Any, *arguments: Any, **options: Any) -> None:  # noqa: N807
            plain(wrapper, *arguments, **options)
            tell(wrapper)

        return __init__

    def _tell(self, wrapper: Any) -> None:
        name = next(WRAPPERS[k.__name__] for k in type(wrapper).__mro__ if k.__name__ in WRAPPERS)
        if name not in self._told:
            self._told.add(name)
            devices = [str(device) for device in getattr(wrapper, "device_ids", None) or ()]
            self._kit.setting(name, devices or True, self._kit.births.place_of(wrapper))
