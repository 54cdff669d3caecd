"""Choosing the image for a project, and telling why it is that one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from seismograd_sandbox.host.docker_engine.connection import (
    engine_errors,
    explanation,
    is_late,
    is_refusal,
)
from seismograd_sandbox.host.docker_engine.images.borrowing import read_interpreter
from seismograd_sandbox.host.docker_engine.images.memory import Memory
from seismograd_sandbox.host.docker_engine.images.pip_lines import pip_lines
from seismograd_sandbox.host.docker_engine.images.present import PresentImages
from seismograd_sandbox.host.docker_engine.images.python_inside import Python
from seismograd_sandbox.host.docker_engine.images.recipe import (
    BuildCancelled,
    BuildFailed,
    Recipe,
    build,
    dockerfile,
)
from seismograd_sandbox.host.docker_engine.images.requirement_files import (
    digest,
    requirement_files,
)
from seismograd_sandbox.host.sandbox import Cancel, Obstacle, SandboxUnusable, Tell
from seismograd_sandbox.host.workplace import Workplace

if TYPE_CHECKING:
    from docker import APIClient

RETRY_AFTER_S = 3600.0
"""A build that failed is not tried again at every run."""
USUAL_VERSION = (3, 11)
MOST_NAMED = 20


@dataclass(frozen=True)
class Wishes:
    """What the user settled about images."""

    image: str | None = None
    """This one and no other."""
    base: str | None = None
    """What to build on; otherwise the official image for the user's version of Python."""
    strangers: bool = True
    """Also an image that has not the packages of the user's interpreter."""
    network: str = "default"
    """While an image is built. Runs never have any."""


@dataclass(frozen=True)
class Choice:
    image: str
    python: Python
    lender: Python | None
    """Whose packages the image's Python borrows, if any."""
    why: str


class ImageChooser:
    def __init__(
        self, client: APIClient, wishes: Wishes, tell: Tell, labels: dict[str, str], memory: Memory
    ) -> None:
        self._client = client
        self._wishes = wishes
        self._tell = tell
        self._memory = memory
        self._present = PresentImages(client, memory, labels)
        self._not_built: str | None = None
        self._not_agreed: str | None = None

    def choose(self, workplace: Workplace, cancel: Cancel | None) -> Choice:
        if self._wishes.image is not None:
            return self._named(self._wishes.image)
        theirs = read_interpreter(workplace.python)
        recipe = self._recipe(workplace, theirs)
        built = None
        if recipe is not None:
            built = self._built(recipe, workplace.build_image, cancel)
        return built or self._any_present(theirs)

    def _named(self, name: str) -> Choice:
        identity = self._present.identity(name) or self._fetched(name)
        python = self._present.python_of(identity)
        if python is None:
            raise _unusable(
                f"the image {name} has no Python 3.9 or later", "choose an image that has one"
            )
        return Choice(identity, python, None, f"the image {name} was chosen")

    def _fetched(self, name: str) -> str:
        self._tell(f"Fetching the image {name}")
        try:
            for part in self._client.pull(name, stream=True, decode=True):
                if "error" in part:
                    raise _unusable(_cannot_fetch(name, part["error"]), f"docker pull {name}")
        except engine_errors() as error:
            why = explanation(error)
            raise _unusable(_cannot_fetch(name, why), f"docker pull {name}") from error
        identity = self._present.identity(name)
        if identity is None:
            raise _unusable(_cannot_fetch(name, "it did not come"), f"docker pull {name}")
        return identity

    def _recipe(self, workplace: Workplace, theirs: Python | None) -> Recipe | None:
        files = requirement_files(workplace.project)
        lines = pip_lines(files)
        if lines is None:
            return None
        variant = "cuda" if workplace.gpu else "cpu"
        base = self._wishes.base or _official(theirs)
        key = digest(files, variant, base, dockerfile(variant).decode())
        return Recipe(variant, base, lines, key)

    def _built(self, recipe: Recipe, agreed: bool, cancel: Cancel | None) -> Choice | None:
        """One that was built earlier is used as it is; to build one, the user has to agree."""
        if self._present.identity(recipe.tag) is None:
            if not agreed:
                self._not_built = self._not_agreed = _needs_consent(recipe)
            if not agreed or not self._build(recipe, cancel):
                return None
        identity = self._present.identity(recipe.tag)
        python = self._present.python_of(identity) if identity is not None else None
        if identity is None or python is None:
            return None
        return Choice(identity, python, None, "it was built for the project's requirements")

    def _build(self, recipe: Recipe, cancel: Cancel | None) -> bool:
        """Whether there is an image now; a failure is told, and remembered for a while."""
        failed = f"build:{recipe.key}"
        remembered = self._memory.recall(failed, RETRY_AFTER_S)
        if remembered:
            self._not_built = str(remembered)
            return False
        for line in _announcement(recipe):
            self._tell(line)
        try:
            build(self._client, recipe, self._tell, cancel, self._wishes.network)
        except BuildCancelled as error:
            raise _unusable("the start was cancelled", "start again") from error
        except engine_errors(BuildFailed) as error:
            if not isinstance(error, BuildFailed) and not is_refusal(error) and not is_late(error):
                raise
            self._not_built = explanation(error)
            self._tell(f"No image could be built: {self._not_built}")
            self._memory.note(failed, self._not_built)
            return False
        return True

    def _any_present(self, theirs: Python | None) -> Choice:
        """One that can use the user's packages if there is any, or else the first with a Python."""
        first: Choice | None = None
        for name, python in self._present.with_python():
            identity = self._present.identity(name) or name
            if theirs is not None and python.can_use_packages_of(theirs):
                why = f"{name} is there, and its Python can use the interpreter's packages"
                return Choice(identity, python, theirs, why)
            first = first or Choice(identity, python, None, _without_packages(name, python))
        if first is not None and self._wishes.strangers:
            self._tell(first.why)
            if self._not_agreed is not None:
                self._tell(f"The project's requirements are not installed: {self._not_agreed}")
            return first
        raise self._nothing_fits("that fits the interpreter" if first else "3.9 or later", theirs)

    def _nothing_fits(self, lacking: str, theirs: Python | None) -> SandboxUnusable:
        reason = f"the Docker engine has no image with a Python {lacking}"
        remedy = f"docker pull {_official(theirs)}"
        if self._not_built is None:
            return _unusable(reason, f"{remedy}, or say in requirements.txt what to build one with")
        return _unusable(f"{reason}, and none was built: {self._not_built}", remedy)


def _needs_consent(recipe: Recipe) -> str:
    return (
        f"{_counted(recipe)} would be downloaded from {', '.join(recipe.sources)}; "
        f"--build-image (in the editor: the setting buildImage) allows it"
    )


def _announcement(recipe: Recipe) -> list[str]:
    names = ", ".join(recipe.lines.requirements[:MOST_NAMED])
    more = ", ..." if len(recipe.lines.requirements) > MOST_NAMED else ""
    lines = [
        f"Building an image for the project's requirements on {recipe.base} (once): "
        f"{_counted(recipe)} from {', '.join(recipe.sources)}: {names}{more}"
    ]
    lines += [f"Not installed: {line}" for line in recipe.lines.left_out[:MOST_NAMED]]
    return lines


def _counted(recipe: Recipe) -> str:
    count = len(recipe.lines.requirements)
    return f"{count} package{'s' if count > 1 else ''} that the project names"


def _official(python: Python | None) -> str:
    return "python:{}.{}-slim".format(*(python.version if python is not None else USUAL_VERSION))


def _without_packages(name: str, python: Python) -> str:
    version = "{}.{}".format(*python.version)
    return (
        f"{name} with Python {version} is there; "
        "the interpreter's packages do not fit it and are not seen"
    )


def _cannot_fetch(name: str, why: str) -> str:
    return f"the image {name} is not there and could not be fetched: {' '.join(why.split())}"


def _unusable(reason: str, remedy: str) -> SandboxUnusable:
    return SandboxUnusable(Obstacle(reason, remedy))
