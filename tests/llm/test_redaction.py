from __future__ import annotations

import time

import pytest

from seismograd.llm import Completion, Message, Role
from seismograd.llm.redacted import Redacted
from seismograd.redaction import REDACTED, redact
from tests.llm.listeners import Parrot

# Put together here, so that nobody takes this file for one with secrets.
A20, A36, A40 = "a1B2" * 5, "a1B2" * 9, "a1B2" * 10
SECRETS = [
    f"sk-ant-api03-{A36}",
    f"sk-proj-{A36}",
    f"ghp_{A36}",
    f"github_pat_{A36}",
    f"glpat-{A20}",
    f"hf_{A36}",
    f"npm_{A36}",
    f"xoxb-{A20}",
    "AKIA" + "ABCDEFGH12345678",
    f"AIza{A36}",
    f"eyJ{A20}.eyJ{A20}.{A20}",
    f"sk_live_{A20}",
]


@pytest.mark.parametrize("secret", SECRETS)
def test_keys_of_known_shapes_go_wherever_they_stand(secret: str) -> None:
    text = f"before {secret}, 'x={secret}' after"
    assert redact(text, {}) == f"before {REDACTED}, 'x={REDACTED}' after"


@pytest.mark.parametrize(
    ("text", "secret"),
    [
        ("git clone https://me:hunter2@example.org/x.git", "hunter2"),
        ("postgres://user:p%40ss@db:5432/x", "p%40ss"),
        ("Authorization: Bearer abcdef123456", "abcdef123456"),
        ('headers = {"x-api-key": "abcdef123456"}', "abcdef123456"),
        ("password = 'correct horse'", "correct horse"),
        ("PGPASSWORD=s3cr3tword psql", "s3cr3tword"),
        (f"wandb.login(key='{A40}')", A40),
        (f"export WANDB_API_KEY={A40}", A40),
        (f'"aws_secret_access_key": "{A40}"', A40),
        (f"token: {A40}", A40),
    ],
)
def test_secrets_that_their_surroundings_betray_go(text: str, secret: str) -> None:
    redacted = redact(text, {})
    assert secret not in redacted
    assert REDACTED in redacted


def test_private_keys_go_whole_also_as_one_line_and_torn() -> None:
    body = "\n".join([A40] * 3)
    begin, end = "-----BEGIN RSA PRIVATE KEY-----", "-----END RSA PRIVATE KEY-----"
    head = "Proc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,00FF\n\n"
    assert redact(f"a {begin}\n{head}{body}\n{end} z", {}) == f"a {REDACTED} z"
    assert A40 not in redact(f'"{begin}\\n{A40}\\n{end}"', {})
    assert A40 not in redact(f"{begin}\n{body}", {})


def test_values_of_variables_with_secret_names_go_and_others_stay() -> None:
    environment = {
        "MY_SERVICE_TOKEN": "opensesame",
        "DB_PASSWORD": "swordfish",
        "HOME": "/home/somebody",
        "PWD": "/srv/project",
        "SHORT_KEY": "abc",
        "USE_TOKEN": "true",
        "TOKENIZERS_PARALLELISM": "disabled-here",
    }
    text = "opensesame swordfish /home/somebody /srv/project abc true disabled-here"
    assert redact(text, environment) == (
        f"{REDACTED} {REDACTED} /home/somebody /srv/project abc true disabled-here"
    )


@pytest.mark.parametrize(
    "code",
    [
        'pad_token = "[PAD]"',
        'cls_token="<cls>", sep_token="</s>"',
        "token = tokenizer.encode(text)[0]",
        "max_tokens=4096",
        'key = "encoder.layers.0.self_attn.in_proj_weight"',
        "for key, value in state_dict.items():",
        'state["optimizer_state_dict"] = opt',
        'self.key = nn.Linear(512, 512)',
        "attn(query=q, key=k2, value=v)",
        "api_key: str | None = None",
        'api_key = os.environ["OPENAI_API_KEY"]',
        'password = "<your password>"',
        "https://github.com/org/repo/blob/0123456789abcdef0123456789abcdef01234567/model.py#L10",
        "mail somebody@example.org or other.person@example.com",
        "torch.Size([32, 10]) at 0x7f00aa11bb22",
        'Path("/data/runs/exp_2024_01_01").glob("*.pt")',
    ],
)  # fmt: skip
def test_what_models_are_made_of_stays(code: str) -> None:
    assert redact(code, {}) == code


@pytest.mark.parametrize(
    "text",
    [
        "a_" * 100_000,
        "-----BEGIN PRIVATE KEY-----" * 10_000,
        "http://" + "a" * 200_000,
        "http://a:" * 25_000,
        "eyJ" * 125_000,
        "secret=" * 30_000,
        "key='" * 40_000,
        "sk-" * 125_000,
        " " * 200_000 + "=",
    ],
)
def test_no_text_takes_long(text: str) -> None:
    began = time.process_time()
    redact(text, {})
    assert time.process_time() - began < 5


def test_a_model_never_hears_a_secret() -> None:
    secret = SECRETS[0]
    parrot = Parrot(Completion("ok", "m"))
    Redacted(parrot).complete([Message(Role.USER, f"a {secret}", True)], system=f"b {secret}")
    (prompt,) = parrot.heard
    assert prompt.messages == (Message(Role.USER, f"a {REDACTED}", True),)
    assert prompt.system == f"b {REDACTED}"
