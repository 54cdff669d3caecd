"""Networks as people write them: which layers they have, and whether all was understood."""

from __future__ import annotations

import pytest

from seismograd.program.model import Network
from tests.program.reading import program_of

RESNET = """
class Block(nn.Module):
    expansion = 1

    def __init__(self, inplanes, planes, stride=1, downsample=None):
        super().__init__()
        self.conv1 = nn.Conv2d(inplanes, planes, 3, stride, 1, bias=False)
        self.bn1 = nn.BatchNorm2d(planes)
        self.conv2 = nn.Conv2d(planes, planes, 3, 1, 1, bias=False)
        self.bn2 = nn.BatchNorm2d(planes)
        self.downsample = downsample

    def forward(self, x):
        identity = x
        out = F.relu(self.bn1(self.conv1(x)))
        out = self.bn2(self.conv2(out))
        if self.downsample is not None:
            identity = self.downsample(x)
        out += identity
        return F.relu(out)


class ResNet(nn.Module):
    def __init__(self, block, layers, num_classes=10):
        super().__init__()
        self.inplanes = 16
        self.stem = nn.Sequential(nn.Conv2d(3, 16, 3, 1, 1), nn.BatchNorm2d(16), nn.ReLU())
        self.layer1 = self._make_layer(block, 16, layers[0])
        self.layer2 = self._make_layer(block, 32, layers[1], stride=2)
        self.avgpool = nn.AdaptiveAvgPool2d((1, 1))
        self.fc = nn.Linear(32 * block.expansion, num_classes)

    def _make_layer(self, block, planes, blocks, stride=1):
        downsample = None
        if stride != 1 or self.inplanes != planes * block.expansion:
            downsample = nn.Sequential(
                nn.Conv2d(self.inplanes, planes * block.expansion, 1, stride, bias=False),
                nn.BatchNorm2d(planes * block.expansion),
            )
        layers = [block(self.inplanes, planes, stride, downsample)]
        self.inplanes = planes * block.expansion
        for _ in range(1, blocks):
            layers.append(block(self.inplanes, planes))
        return nn.Sequential(*layers)

    def forward(self, x):
        x = self.layer2(self.layer1(self.stem(x)))
        return self.fc(torch.flatten(self.avgpool(x), 1))

net = ResNet(Block, [2, 2])
out = net(torch.randn(2, 3, 32, 32))
"""
UNET = """
class UNet(nn.Module):
    def __init__(self, widths=(16, 32, 64)):
        super().__init__()
        channels = 3
        self.downs, self.ups = nn.ModuleList(), nn.ModuleList()
        for width in widths:
            self.downs.append(nn.Sequential(nn.Conv2d(channels, width, 3, padding=1), nn.ReLU()))
            channels = width
        for width in reversed(widths[:-1]):
            self.ups.append(nn.ModuleDict({
                "up": nn.ConvTranspose2d(channels, width, 2, 2),
                "conv": nn.Conv2d(width * 2, width, 3, padding=1),
            }))
            channels = width
        self.head = nn.Conv2d(channels, 1, 1)

    def forward(self, x):
        skips = []
        for index, down in enumerate(self.downs):
            x = down(x)
            if index < len(self.downs) - 1:
                skips.append(x)
                x = F.max_pool2d(x, 2)
        for up, skip in zip(self.ups, reversed(skips)):
            x = up["up"](x)
            x = F.relu(up["conv"](torch.cat([x, skip], dim=1)))
        return self.head(x)

net = UNet()
out = net(torch.randn(1, 3, 64, 64))
"""
TRANSFORMER = """
class Attention(nn.Module):
    def __init__(self, dim, heads):
        super().__init__()
        self.heads = heads
        self.qkv = nn.Linear(dim, dim * 3)
        self.proj = nn.Linear(dim, dim)

    def forward(self, x):
        B, N, C = x.shape
        qkv = self.qkv(x).reshape(B, N, 3, self.heads, C // self.heads).permute(2, 0, 3, 1, 4)
        q, k, v = qkv[0], qkv[1], qkv[2]
        attn = (q @ k.transpose(-2, -1)).softmax(dim=-1)
        return self.proj((attn @ v).transpose(1, 2).reshape(B, N, C))


class Block(nn.Module):
    def __init__(self, dim, heads, mlp_ratio=4):
        super().__init__()
        self.norm1, self.norm2 = nn.LayerNorm(dim), nn.LayerNorm(dim)
        self.attn = Attention(dim, heads)
        self.mlp = nn.Sequential(
            nn.Linear(dim, dim * mlp_ratio), nn.GELU(), nn.Linear(dim * mlp_ratio, dim)
        )

    def forward(self, x):
        x = x + self.attn(self.norm1(x))
        return x + self.mlp(self.norm2(x))


class ViT(nn.Module):
    def __init__(self, dim=64, depth=3, heads=4, classes=10):
        super().__init__()
        self.patch = nn.Conv2d(3, dim, kernel_size=8, stride=8)
        self.cls = nn.Parameter(torch.zeros(1, 1, dim))
        self.pos = nn.Parameter(torch.zeros(1, 17, dim))
        self.blocks = nn.ModuleList([Block(dim, heads) for _ in range(depth)])
        self.norm = nn.LayerNorm(dim)
        self.head = nn.Linear(dim, classes)

    def forward(self, x):
        x = self.patch(x).flatten(2).transpose(1, 2)
        x = torch.cat([self.cls.expand(x.shape[0], -1, -1), x], dim=1) + self.pos
        for block in self.blocks:
            x = block(x)
        return self.head(self.norm(x)[:, 0])

net = ViT()
out = net(torch.randn(2, 3, 32, 32))
"""


def only(code: str) -> Network:
    networks = program_of(code).networks
    assert len(networks) == 1, [network.name for network in networks]
    return networks[0]


def kinds(network: Network) -> list[str]:
    return [layer.kind for layer in network.layers]


CODE: dict[str, tuple[str, list[str]]] = {
    "sequential": (
        "net = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 2))",
        ["dense", "relu", "dense"],
    ),
    "ordered names": (
        """
        from collections import OrderedDict
        net = nn.Sequential(OrderedDict([("a", nn.Linear(4, 8)), ("r", nn.Tanh())]))
        """,
        ["dense", "tanh"],
    ),
    "spread list": (
        """
        sizes = [4, 16, 8, 2]
        layers = []
        for a, b in zip(sizes[:-1], sizes[1:]):
            layers += [nn.Linear(a, b), nn.ReLU()]
        net = nn.Sequential(*layers[:-1])
        """,
        ["dense", "relu", "dense", "relu", "dense"],
    ),
    "names made in a loop": (
        """
        class Net(nn.Module):
            def __init__(self):
                super().__init__()
                for i in range(3):
                    setattr(self, f"layer{i}", nn.Linear(8, 8))
            def forward(self, x):
                for i in range(3):
                    x = torch.relu(getattr(self, f"layer{i}")(x))
                return x
        net = Net()
        """,
        ["dense", "relu"] * 3,
    ),
    "added modules": (
        """
        net = nn.Sequential()
        for i in range(2):
            net.add_module(f"fc{i}", nn.Linear(8, 8))
            net.add_module(f"act{i}", nn.ReLU())
        """,
        ["dense", "relu", "dense", "relu"],
    ),
    "modules added to itself": (
        """
        class Net(nn.Module):
            def __init__(self):
                super().__init__()
                self.add_module("first", nn.Linear(8, 4))
                self.second = nn.Linear(4, 2)
            def forward(self, x):
                return self.second(self.first(x))
        net = Net()
        """,
        ["dense", "dense"],
    ),
    "inherited block": (
        """
        class Base(nn.Module):
            def __init__(self, width):
                super().__init__()
                self.body = nn.Linear(8, width)
            def forward(self, x):
                return self.head(self.activate(self.body(x)))
        class Net(Base):
            def __init__(self):
                super().__init__(32)
                self.head = nn.Linear(32, 2)
            def activate(self, x):
                return F.gelu(x)
        net = Net()
        """,
        ["dense", "gelu", "dense"],
    ),
    "last step of a sequence": (
        """
        class Net(nn.Module):
            def __init__(self, vocabulary=100):
                super().__init__()
                self.embedding = nn.Embedding(vocabulary, 16)
                self.lstm = nn.LSTM(16, 32, num_layers=2, batch_first=True)
                self.fc = nn.Linear(32, 2)
            def forward(self, tokens, hidden=None):
                out, (h, c) = self.lstm(self.embedding(tokens), hidden)
                return self.fc(out[:, -1, :])
        net = Net()
        """,
        ["embedding", "recurrent", "dense"],
    ),
    "reparameterised": (
        """
        class VAE(nn.Module):
            def __init__(self):
                super().__init__()
                self.enc, self.mu, self.lv = nn.Linear(784, 40), nn.Linear(40, 2), nn.Linear(40, 2)
                self.dec = nn.Linear(2, 784)
            def encode(self, x):
                h = F.relu(self.enc(x))
                return self.mu(h), self.lv(h)
            def reparameterize(self, mu, logvar):
                std = torch.exp(0.5 * logvar)
                return mu + torch.randn_like(std) * std
            def forward(self, x):
                mu, logvar = self.encode(x.view(-1, 784))
                return torch.sigmoid(self.dec(self.reparameterize(mu, logvar))), mu, logvar
        net = VAE()
        """,
        ["dense", "relu", "dense", "dense", "dense", "sigmoid"],
    ),
    "siamese": (
        """
        class Siamese(nn.Module):
            def __init__(self):
                super().__init__()
                self.enc = nn.Sequential(nn.Linear(8, 4), nn.ReLU())
                self.out = nn.Linear(4, 1)
            def forward(self, a, b):
                return self.out(torch.abs(self.enc(a) - self.enc(b)))
        net = Siamese()
        """,
        ["dense", "relu", "dense"],
    ),
    "tied weights": (
        """
        class LM(nn.Module):
            def __init__(self):
                super().__init__()
                self.emb = nn.Embedding(100, 32)
                self.rnn = nn.GRU(32, 32)
                self.out = nn.Linear(32, 100)
                self.out.weight = self.emb.weight
            def forward(self, x):
                h, _ = self.rnn(self.emb(x))
                return self.out(h)
        net = LM()
        """,
        ["embedding", "recurrent", "dense"],
    ),
    "optional mask left out": (
        """
        class Net(nn.Module):
            def __init__(self):
                super().__init__()
                self.fc = nn.Linear(4, 2)
            def forward(self, x, mask=None):
                if mask is not None:
                    x = x * mask
                return self.fc(x)
        net = Net()
        """,
        ["dense"],
    ),
    "moved, wrapped and compiled": (
        """
        net = nn.Sequential(nn.Linear(4, 2)).to("cuda").train()
        net = nn.parallel.DistributedDataParallel(torch.compile(net), device_ids=[0])
        y = net(torch.randn(2, 4))
        """,
        ["dense"],
    ),
    "functional convolution": (
        """
        class Net(nn.Module):
            def __init__(self):
                super().__init__()
                self.weight = nn.Parameter(torch.randn(8, 3, 3, 3))
                self.fc = nn.Linear(8, 2)
            def forward(self, x):
                x = F.relu(F.conv2d(x, self.weight, padding=1))
                return self.fc(F.adaptive_avg_pool2d(x, 1).flatten(1))
        net = Net()
        """,
        ["relu", "adaptive_pool", "flatten", "dense"],
    ),
    "chosen activation": (
        """
        class Net(nn.Module):
            def __init__(self, activation=nn.ReLU):
                super().__init__()
                self.net = nn.Sequential(nn.Linear(4, 8), activation(), nn.Linear(8, 1))
            def forward(self, x):
                return self.net(x)
        net = Net(nn.Tanh)
        """,
        ["dense", "tanh", "dense"],
    ),
    "dictionary of modules": (
        """
        class Net(nn.Module):
            def __init__(self):
                super().__init__()
                self.layers = nn.ModuleDict({"a": nn.Linear(4, 8), "b": nn.Linear(8, 2)})
            def forward(self, x):
                return self.layers["b"](F.silu(self.layers["a"](x)))
        net = Net()
        """,
        ["dense", "silu", "dense"],
    ),
    "block by a function": (
        """
        def block(i, o, norm=True):
            layers = [nn.Linear(i, o)]
            if norm:
                layers.append(nn.BatchNorm1d(o, 0.8))
            layers.append(nn.LeakyReLU(0.2, inplace=True))
            return layers
        class Generator(nn.Module):
            def __init__(self):
                super().__init__()
                self.model = nn.Sequential(*block(100, 128, norm=False), *block(128, 256),
                                           nn.Linear(256, 784), nn.Tanh())
            def forward(self, z):
                return self.model(z).view(z.size(0), 1, 28, 28)
        net = Generator()
        """,
        ["dense", "leaky_relu", "dense", "batch_norm", "leaky_relu", "dense", "tanh"],
    ),
    "one layer": (
        "net = nn.Linear(1, 1)\nloss = F.mse_loss(net(torch.randn(8, 1)), torch.randn(8, 1))",
        ["dense"],
    ),
}


@pytest.mark.parametrize("name", CODE)
def test_layers_in_the_order_data_passes_them(name: str) -> None:
    code, expected = CODE[name]
    network = only(code)
    assert kinds(network) == expected
    assert network.complete


def test_residual_network_with_downsampling_branches() -> None:
    network = only(RESNET)
    assert network.complete
    assert not network.sequential
    assert kinds(network).count("conv") == 1 + 4 * 2 + 1
    assert network.output_units == 10
    assert program_of(RESNET).mismatches == []


def test_u_shaped_network_with_skip_connections() -> None:
    network = only(UNET)
    assert network.complete
    assert kinds(network).count("conv_transpose") == 2
    assert network.output_units == 1
    assert program_of(UNET).mismatches == []


def test_transformer_with_a_list_of_blocks() -> None:
    network = only(TRANSFORMER)
    assert network.complete
    assert kinds(network).count("layer_norm") == 2 * 3 + 1
    assert kinds(network).count("dense") == 4 * 3 + 1
    assert network.output_function == "linear"
    assert network.output_units == 10
    assert program_of(TRANSFORMER).mismatches == []


def test_replaced_head_of_a_ready_made_network() -> None:
    network = only(
        """
        from torchvision import models
        model = models.resnet18(weights="DEFAULT")
        model.fc = nn.Linear(model.fc.in_features, 5)
        out = model(torch.randn(2, 3, 224, 224))
        """
    )
    assert network.name == "resnet18"
    assert not network.complete
    assert network.output_function == "linear"
    assert network.output_units == 5


def test_replaced_part_of_a_classifier() -> None:
    network = only(
        """
        from torchvision import models
        model = models.vgg16(weights="DEFAULT")
        model.classifier[6] = nn.Linear(4096, 7)
        out = model(torch.randn(2, 3, 224, 224))
        """
    )
    assert network.output_units == 7


def test_copy_is_a_network_of_its_own() -> None:
    program = program_of(
        """
        import copy
        class Q(nn.Module):
            def __init__(self):
                super().__init__()
                self.fc = nn.Linear(4, 2)
            def forward(self, x):
                return self.fc(x)
        online = Q()
        target = copy.deepcopy(online)
        a, b = online(torch.randn(1, 4)), target(torch.randn(1, 4))
        """
    )
    assert [network.name for network in program.networks] == ["Q", "Q"]


def test_a_network_stops_where_it_is_fed() -> None:
    program = program_of(
        """
        g = nn.Sequential(nn.Linear(2, 3), nn.Tanh())
        d = nn.Sequential(nn.Linear(3, 1), nn.Sigmoid())
        score = d(g(torch.randn(4, 2)))
        """
    )
    assert [kinds(network) for network in program.networks] == [
        ["dense", "tanh"],
        ["dense", "sigmoid"],
    ]


def test_layers_that_no_run_passes() -> None:
    network = only(
        """
        class Net(nn.Module):
            def __init__(self):
                super().__init__()
                self.a, self.b = nn.Linear(4, 4), nn.Linear(4, 4)
                self.drop = nn.Dropout(0.5)
            def forward(self, x):
                return self.a(x)
        net = Net()
        """
    )
    assert [layer.kind for layer in network.unused] == ["dense", "dropout"]


def test_a_condition_that_is_not_known_makes_a_network_incomplete() -> None:
    network = only(
        """
        class Net(nn.Module):
            def __init__(self):
                super().__init__()
                self.a, self.b = nn.Linear(4, 4), nn.Linear(4, 4)
            def forward(self, x):
                if x.sum() > 0:
                    x = self.a(x)
                return self.b(x)
        net = Net()
        """
    )
    assert not network.complete


def test_an_unknown_part_makes_a_network_incomplete() -> None:
    network = only(
        """
        from somewhere import Mystery
        net = nn.Sequential(nn.Linear(4, 4), Mystery(), nn.Linear(4, 2))
        """
    )
    assert not network.complete


def test_a_loss_of_the_project_is_no_network() -> None:
    program = program_of(
        """
        class DiceLoss(nn.Module):
            def forward(self, p, t):
                return 1 - (2 * (p * t).sum() / (p.sum() + t.sum()))
        net = nn.Sequential(nn.Conv2d(3, 1, 1), nn.Sigmoid())
        criterion = DiceLoss()
        loss = criterion(net(torch.randn(2, 3, 8, 8)), torch.ones(2, 1, 8, 8))
        loss.backward()
        """
    )
    assert [network.name for network in program.networks] == ["Sequential"]
    assert [loss.kind for loss in program.losses] == ["custom"]


@pytest.mark.parametrize(
    ("layer", "name", "value"),
    [
        ("nn.LeakyReLU(0.2)", "slope", 0.2),
        ("nn.LeakyReLU(0.2)", "inplace", False),
        ("nn.LeakyReLU(0.2, True)", "inplace", True),
        ("nn.ReLU(True)", "inplace", True),
        ("nn.Conv2d(3, 8, 3, 2, 1, bias=False)", "use_bias", False),
        ("nn.ConvTranspose2d(3, 8, 3, 2, 1, 1)", "output_padding", 1),
        ("nn.BatchNorm2d(3, momentum=0.9)", "momentum", 0.9),
        ("nn.Dropout(p=0.3)", "rate", 0.3),
        ("nn.Dropout()", "rate", 0.5),
        ("nn.LSTM(3, 8, bidirectional=True)", "bidirectional", True),
        ("nn.Softmax(dim=0)", "dim", 0),
    ],
)
def test_settings_of_layers(layer: str, name: str, value: object) -> None:
    network = only(f"net = nn.Sequential({layer})")
    setting = network.layers[0].setting(name)
    assert setting is not None
    assert setting.constant == value


@pytest.mark.parametrize(
    ("tool", "size"), [("torchsummary", "(3, 32, 32)"), ("torchinfo", "(1, 3, 32, 32)")]
)
def test_a_summary_tells_the_shape_of_the_input(tool: str, size: str) -> None:
    program = program_of(
        f"""
        from {tool} import summary
        net = nn.Sequential(nn.Conv2d(3, 8, 3), nn.Flatten(), nn.Linear(8 * 30 * 31, 2))
        summary(net, {size})
        """
    )
    assert len(program.mismatches) == 1


def test_two_heads_are_both_used() -> None:
    network = only(
        """
        class ActorCritic(nn.Module):
            def __init__(self):
                super().__init__()
                self.body = nn.Linear(4, 16)
                self.actor, self.critic = nn.Linear(16, 2), nn.Linear(16, 1)
            def forward(self, x):
                h = torch.relu(self.body(x))
                return F.softmax(self.actor(h), dim=-1), self.critic(h)
        net = ActorCritic()
        """
    )
    assert network.complete
    assert kinds(network).count("dense") == 3
    assert network.unused == []
    assert network.output_function == "softmax"
    assert network.output_units == 2
