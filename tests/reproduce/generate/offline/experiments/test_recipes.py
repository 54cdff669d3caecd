"""How objects are made where somebody has written it down."""

from __future__ import annotations

from pathlib import Path

from seismograd.reproduce.case import Case
from seismograd.reproduce.context.read_project import read_project
from seismograd.reproduce.criteria.criterion import Fingerprint
from seismograd.reproduce.generate.offline.inputs.making import Maker
from seismograd.reproduce.generate.offline.seeds.experiments.stage.builds import builders, builds
from seismograd.reproduce.generate.offline.seeds.experiments.stage.recipes import Recipe, recipes
from seismograd.reproduce.report.parse import parse_report

NET = """\
from torch import nn


class Net(nn.Module):
    def __init__(self, width, depth):
        super().__init__()
        self.layers = nn.ModuleList(nn.Linear(width, width) for _ in range(depth))

    def forward(self, x):
        for layer in self.layers:
            x = layer(x)
        return x


def build_net(width=8):
    net = Net(width, 2)
    return net.eval()


def describe(width=8):
    return str(width)
"""
SERVICE = """\
class Service:
    def __init__(self, net, names):
        self.net = net
        self.names = names
"""


def case_of(root: Path, report: str = "# Wrong\n\nIt is wrong.\n", **files: str) -> Case:
    for name, text in {"net": NET, "service": SERVICE, **files}.items():
        path = root / (name if "." in name else f"{name}.py")
        path.write_text(text)
    return Case(parse_report(report), root, Fingerprint((), "evaluation", 0.5), read_project(root))


def recipes_for(case: Case, name: str) -> list[Recipe]:
    return recipes(case, case.project.find(name)[0])


def test_a_script_says_how_an_object_is_made(tmp_path: Path) -> None:
    script = (
        "from net import build_net\nfrom service import Service\n\n"
        'if __name__ == "__main__":\n    net = build_net()\n'
        "    service = Service(net, names=[str(i) for i in range(3)])\n    print(service)\n"
    )
    (recipe,) = recipes_for(case_of(tmp_path, serve=script), "Service")
    assert recipe.expression == "Service(net, names=[str(i) for i in range(3)])"
    assert recipe.statements == ("net = build_net()",)
    assert set(recipe.imports) == {"from net import build_net", "from service import Service"}


def test_the_report_goes_before_the_project(tmp_path: Path) -> None:
    report = "# Wrong\n\n```python\nnet = Net(width=4, depth=1)\nnet(x)\n```\n"
    found = recipes_for(case_of(tmp_path, report), "Net")
    assert found[0].expression == "Net(width=4, depth=1)"
    assert found[0].imports == ("from net import Net",)


def test_the_readme_counts_as_well(tmp_path: Path) -> None:
    readme = "# Net\n\n```python\nfrom net import Net\nnet = Net(16, 3)\n```\n"
    files = {"README.md": readme}
    assert recipes_for(case_of(tmp_path, **files), "Net")[0].expression == "Net(16, 3)"


def test_settings_have_the_values_of_the_project(tmp_path: Path) -> None:
    script = (
        "import argparse\n\nfrom net import Net\n\n\ndef main():\n"
        "    parser = argparse.ArgumentParser()\n"
        '    parser.add_argument("--width", type=int, default=12)\n'
        "    args = parser.parse_args()\n    return Net(args.width, depth=2)\n\n\n"
        'if __name__ == "__main__":\n    main()\n'
    )
    (recipe,) = recipes_for(case_of(tmp_path, train=script), "Net")
    assert recipe.expression == "Net(12, depth=2)"


def test_what_is_not_known_is_no_recipe(tmp_path: Path) -> None:
    script = "from net import Net\n\n\ndef make(width):\n    return Net(width, 2)\n"
    assert recipes_for(case_of(tmp_path, other=script), "Net") == []


def test_functions_that_return_a_network_build_it(tmp_path: Path) -> None:
    case = case_of(tmp_path)
    network = case.project.find("Net")[0]
    assert [one.name for one in builders(case, Maker(case), network)] == ["build_net"]


def test_what_nobody_wrote_down_is_made_up(tmp_path: Path) -> None:
    case = case_of(tmp_path)
    (built,) = builds(case, Maker(case), case.project.find("Net")[0])
    assert built.is_made_up
    assert built.expression.startswith("Net(")
