"""Secrets of many services in many places, and all that looks like them and must stay."""

from __future__ import annotations

import time

import pytest

from seismograd.redaction import REDACTED, redact
from tests.security.secret_samples import ANYWHERE, CALLED, NAMED, Sample, in_context, samples

SEEDS = (1, 2, 3)
ALL = [sample for seed in SEEDS for sample in samples(seed)]


def leaks(template: str, secrets: list[Sample]) -> list[str]:
    """What is left of secrets; a few characters of one are no use to anybody."""
    found = []
    for sample in secrets:
        text = redact(in_context(template, sample), {})
        if REDACTED not in text or _is_left(sample.secret, text):
            found.append(f"{sample.name}: {text}")
    return found


def _is_left(secret: str, text: str) -> bool:
    half = max(6, len(secret) // 2)
    return any(secret[start : start + half] in text for start in range(len(secret) - half + 1))


def test_there_are_many_formats() -> None:
    assert len({sample.name for sample in ALL}) >= 60


@pytest.mark.parametrize("context", NAMED)
def test_a_name_gives_a_secret_away(context: str) -> None:
    assert leaks(NAMED[context], ALL) == []


@pytest.mark.parametrize("context", CALLED)
def test_so_does_what_calls_it_a_secret(context: str) -> None:
    no_passwords = [sample for sample in ALL if "PASSWORD" not in sample.variable]
    assert leaks(CALLED[context], no_passwords) == []


@pytest.mark.parametrize("context", ANYWHERE)
def test_known_shapes_go_wherever_they_stand(context: str) -> None:
    assert leaks(ANYWHERE[context], [sample for sample in ALL if sample.alone]) == []


KEYS = {
    "PEM": ("-----BEGIN RSA PRIVATE KEY-----", "-----END RSA PRIVATE KEY-----"),
    "PKCS 8": ("-----BEGIN PRIVATE KEY-----", "-----END PRIVATE KEY-----"),
    "encrypted": (
        "-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,00FF\n",
        "-----END RSA PRIVATE KEY-----",
    ),
    "OpenSSH": ("-----BEGIN OPENSSH PRIVATE KEY-----", "-----END OPENSSH PRIVATE KEY-----"),
    "PGP": (
        "-----BEGIN PGP PRIVATE KEY BLOCK-----\nVersion: 1\n",
        "-----END PGP PRIVATE KEY BLOCK-----",
    ),
    "SSH2": (
        "---- BEGIN SSH2 ENCRYPTED PRIVATE KEY ----",
        "---- END SSH2 ENCRYPTED PRIVATE KEY ----",
    ),
    "PuTTY": (
        "PuTTY-User-Key-File-3: ssh-ed25519\nEncryption: none\nPrivate-Lines: 14",
        "Private-MAC: " + "0f" * 32,
    ),
}  # fmt: skip
BODY = [f"{number:02}{'aB3+/xY9' * 7}Qq" for number in range(14)]
SHAPES = {
    "plain": "\n".join,
    "indented": lambda lines: "\n".join(f"        {line}" for line in lines),
    "quoted": lambda lines: "\n".join(f"> {line}" for line in lines),
    "quoted twice": lambda lines: "\n".join(f"> > {line}" for line in lines),
    "marked": lambda lines: "\n".join(f"| {line}" for line in lines),
    "numbered": lambda lines: "\n".join(f"{n:>4} | {line}" for n, line in enumerate(lines, 10)),
    "diff": lambda lines: "\n".join(f"+{line}" for line in lines),
    "comments": lambda lines: "\n".join(f"# {line}" for line in lines),
    "one JSON string": "\\n".join,
    "JSON in JSON": "\\\\n".join,
    "Windows": "\r\n".join,
    "strings in Python": lambda lines: "\n".join(f'    "{line}\\n"' for line in lines),
    "strings in a list": lambda lines: "\n".join(f"    '{line}'," for line in lines),
}


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("kind", KEYS)
@pytest.mark.parametrize("missing", ["nothing", "end", "beginning"])
def test_private_keys_go_however_they_are_written(kind: str, shape: str, missing: str) -> None:
    begin, end = KEYS[kind]
    lines = [*begin.split("\n"), *BODY, end]
    lines = {"nothing": lines, "end": lines[:-1], "beginning": [*BODY, end]}[missing]
    redacted = redact(f"before\n{SHAPES[shape](lines)}\nafter = 1", {})
    assert REDACTED in redacted
    assert not [line for line in BODY if line[:20] in redacted]
    assert redacted.startswith("before\n")
    assert redacted.endswith("\nafter = 1")


def test_a_service_account_loses_its_key_only() -> None:
    key = "\\n".join(["-----BEGIN PRIVATE KEY-----", *BODY, "-----END PRIVATE KEY-----", ""])
    text = f'{{"type": "service_account", "private_key": "{key}", "client_email": "a@b.example"}}'
    redacted = redact(text, {})
    assert BODY[3][:20] not in redacted
    assert redacted.startswith('{"type": "service_account", "private_key": "')
    assert redacted.endswith('"client_email": "a@b.example"}')


def test_talk_of_keys_stays() -> None:
    code = (
        'if text.startswith("-----BEGIN PRIVATE KEY-----"):\n    return load(text)\n'
        'assert text.endswith("-----END PRIVATE KEY-----")\n'
        "-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n"
    )
    assert redact(code, {}) == code


@pytest.mark.parametrize(
    ("text", "secret"),
    [
        ("Server=db;Database=x;User Id=sa;Password=swordfish;Encrypt=True", "swordfish"),
        ("AccountName=x;AccountKey=" + "aB3/" * 21 + "ab==", "aB3/aB3"),
        ("Endpoint=sb://x/;SharedAccessKeyName=Root;SharedAccessKey=aB3dE6gH9jK2mN5p=", "aB3dE6g"),
        ("host=db user=me password=swordfish dbname=x", "swordfish"),
        ("jdbc:postgresql://db/x?user=me&password=swordfish", "swordfish"),
        ("mongodb+srv://me:p@ss/w0rd@cluster.example/x", "ss/w0rd"),
        ("redis://:swordfish@localhost:6379/0", "swordfish"),
        ("amqp://guest:swordfish@rabbit:5672/", "swordfish"),
        ("https://0123456789abcdef0123456789abcdef@o1.ingest.sentry.example/2", "0123456789abcdef"),
        ("https://x.blob.core.windows.net/c?sv=2022&sr=b&sig=aB3%2FdE6gH9jK2mN5p%3D", "aB3%2FdE6g"),
        ("https://b.s3.amazonaws.com/k?X-Amz-Signature=" + "0a1b" * 16, "0a1b0a1b"),
        ("curl -u admin:swordfish https://x.example", "swordfish"),
        ("Cookie: sessionid=0a1b2c3d4e5f; csrftoken=abcdefg", "0a1b2c3d"),
        ("Set-Cookie: auth=abcdefgh; HttpOnly", "abcdefgh"),
        ("Authorization: Basic dXNlcjpwYXNzd29yZA==", "dXNlcjpw"),
        ("Proxy-Authorization: Digest abcdefghijkl", "abcdefgh"),
        ("machine api.wandb.ai login user password swordfish", "swordfish"),
        ("machine x\nlogin me\npassword swordfish\n", "swordfish"),
        ("db.example:5432:app:me:swordfish", "swordfish"),
        ("//registry.npmjs.org/:_authToken=0a1b2c3d-0a1b-0a1b-0a1b-0a1b2c3d4e5f", "0a1b2c3d"),
        ('{"auths": {"docker.io": {"auth": "dXNlcjpwYXNzd29yZDEyMzQ1Njc4"}}}', "dXNlcjpwYXNzd29y"),
        ('{"username": "me", "key": "0a1b2c3d4e5f60718293a4b5c6d7e8f9"}', "0a1b2c3d"),
        ('{"kty": "EC", "d": "aB3dE6gH9jK2mN5pQ8sT1vW4yZ7aB3dE6gH9jK2mN5p"}', "aB3dE6gH9"),
        ("me:$2y$10$abcdefghijklmnopqrstuv0123456789ABCDEFGHIJKLMNOPQRSTU", "abcdefghijkl"),
        ('requests.get(url, auth=("me", "swordfish"))', "swordfish"),
        ("sshpass -p swordfish ssh me@host", "swordfish"),
        ("mysqldump -u root -pswordfish labels > a.sql", "swordfish"),
        ("redis-cli -h db -a swordfish ping", "swordfish"),
        ("openssl rsa -in key.pem -passin pass:swordfish", "swordfish"),
        ("smbclient //nas/data -U me%swordfish", "swordfish"),
        ("DRIVER={SQL Server};UID=me;PWD={sword;fish};Encrypt=yes", "fish}"),
        (r'{"user": "me", "password": "sword\"fish", "port": 1}', "fish"),
        (r'{"body": "{\"password\": \"swordfish\"}"}', "swordfish"),
        ("User name,Password,Link\nme,sw0rdfish,https://x.example\n", "sw0rdfish"),
        ("password: swordfish", "swordfish"),
        ("  db_password: swordfish", "swordfish"),
        ("PASSWORD=swordfish", "swordfish"),
        ("The password is sw0rdfish.", "sw0rdfish"),
        ('password = "sword fish"', "sword fish"),
        ('password = "it\'s me"', "it's me"),
        ("$env:OPENAI_API_KEY = 'aB3dE6gH9jK2'", "aB3dE6gH9jK2"),
        ("https://discord.com/api/webhooks/123456789012345678/aB3dE6gH9jK2mN5pQ8", "aB3dE6gH"),
        ("https://hooks.slack.com/services/T01ABCDEF/B01ABCDEF/aB3dE6gH9jK2mN5p", "aB3dE6gH"),
        ("//api.telegram.org/bot1234567890:AAaB3dE6gH9jK2mN5pQ8sT1vW4yZ7aB3dE6/x", "aB3dE6gH"),
    ],
)  # fmt: skip
def test_credentials_in_formats_of_their_own_go(text: str, secret: str) -> None:
    redacted = redact(text, {})
    assert secret not in redacted
    assert REDACTED in redacted


LOOK_ALIKES = [
    # Models
    'tokenizer="gpt2"',
    "token_ids = [101, 7592, 2088, 102]",
    'tokens = ["[CLS]", "hello", "##ing", "[SEP]"]',
    "max_tokens: 512",
    "max_new_tokens=1024, pad_token_id=50256, eos_token_id=151645",
    'pad_token = "<|endoftext|>"',
    'special_tokens = {"bos_token": "<s>", "unk_token": "<unk>"}',
    'image_token: "<image>"',
    "token = vocab[idx2token[i]]",
    "next_token = torch.multinomial(probs, num_samples=1)",
    "key = jax.random.PRNGKey(0)",
    "key, subkey = jax.random.split(key)",
    "rng_key: jax.Array",
    "dropout_key = random.fold_in(key, step2)",
    "q, k, v = query_key_value.chunk(3, dim=-1)",
    "self.key = nn.Linear(512, 64); self.key_proj2 = None",
    "key_padding_mask=mask, need_weights=False",
    'key = "transformer.h.11.attn.c_attn.weight"',
    'KeyError: "encoder.layer.11.attention.self.query.weight"',
    'Missing key(s) in state_dict: "layer1.0.bn1.num_batches_tracked".',
    'Unexpected key(s) in state_dict: "module.features.0.weight", "module.features.0.bias".',
    'model_name = "meta-llama/Meta-Llama-3.1-8B-Instruct"',
    'model: "claude-3-5-sonnet-20241022"',
    'AutoModel.from_pretrained("google/vit-base-patch16-224-in21k", revision="v1.0")',
    'key = "resnet50_v1_5_in21k_ft1k_fp16"',
    'token="wav2vec2-large-960h-lv60-self"',
    "from sklearn.model_selection import KFold  # sk-learn-contrib-package",
    "hf_hub_download(repo_id, filename)",
    'hf_model = "hf-internal-testing/tiny-random-gpt2"',
    'api_key="EMPTY", base_url="http://localhost:8000/v1"',
    'api_key = "not-needed"',
    # Numbers, hashes, identifiers
    "commit 0123456789abcdef0123456789abcdef01234567",
    "git checkout 9fa846d && git show 091bee8c1d2e3f405162738495a6b7c8d9e0f1a2",
    'revision="e83c5163316f89bfbde7d9ab23ca2e25604af290"',
    'md5 = "9e107d9d372bb6826bd81d3542a419d6"',
    'MD5SUM = {"train.zip": "9e107d9d372bb6826bd81d3542a419d6"}',
    "sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    'checksum: "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"',
    "the key commit is 0123456789abcdef0123456789abcdef01234567",
    'run_id = "3f2504e0-4f89-11d3-9a0c-0305e82c3301"',
    "wandb: Run data is saved locally in wandb/run-20240101_120000-a1b2c3d4",
    'cache_key = "9e107d9d372bb6826bd81d3542a419d6"',
    "public_key = '0a1b2c3d4e5f60718293a4b5c6d7e8f9'",
    "tensor([[ 0.1234, -1.5678e-05], [nan, inf]], device='cuda:0', grad_fn=<AddBackward0>)",
    "loss=2.302585092994046, grad_norm=0.000123, step=12345678901234567890",
    "<torch.nn.modules.linear.Linear object at 0x7f00aa11bb22cc33>",
    "integrity sha512-" + "aB3/" * 21 + "aw==",
    "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
    "https://github.com/pytorch/pytorch/blob/0123456789abcdef0123456789abcdef01234567/a.py#L10",
    "https://example.org/watch?v=dQw4w9WgXcQ&t=10s&key=weights",
    "http://localhost:8080/a@b and git@github.com:me/x.git and me@example.org",
    "https://registry.example:5000/npm/@scope/pkg",
    # Code about secrets
    "password_length = 12",
    "min_password_length: 8",
    "password: str",
    "password: Optional[str] = None,",
    "def login(user: str, password: str, token: str | None = None) -> Token:",
    "password = getpass.getpass('Password: ')",
    "password = os.environ['DB_PASSWORD']",
    'api_key = os.getenv("OPENAI_API_KEY")',
    "api_key=settings.api_key, token=args.hf_token",
    "api_key: SecretStr",
    "credential = DefaultAzureCredential()",
    "secret = get_secret(name)",
    'headers = {"Authorization": f"Bearer {token}"}',
    'headers["Authorization"] = build_header(user, password)',
    "Authorization: Bearer <token>",
    'parser.add_argument("--api-key", type=str, help="key of the service")',
    'parser.add_argument("--password", required=True)',
    "export OPENAI_API_KEY=$MY_KEY",
    "export OPENAI_API_KEY=<your key>",
    "OPENAI_API_KEY=${OPENAI_API_KEY}",
    'password = "your-password-here"',
    "api_key: ${{ secrets.API_KEY }}",
    "password is required and must be at least 8 characters",
    "The token is invalid or has expired.",
    "private_key_path = '~/.ssh/id_ed25519'",
    'credentials = "/home/me/service-account-1.json"',
    'key_name = "primary2024"',
    "for key in sorted(config): print(key, config[key])",
    'if token == "<eos>" or token.isdigit(): pass',
    "try:\n    f()\nexcept KeyError: pass\nx1 = 3",
    '["pass", "raise", "return2"]',
    "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIO me@host",
    "class TokenClassificationPipelineWithAggregationStrategy2D(Pipeline):",
    "token,count\nthe,1289\ntransformer2,17\n",
    "key,shape,dtype\nlayer1.0.conv1.weight,64x3x7x7,float32\n",
    "| password | user |\n|---|---|\n| required | yes |",
    "def connect(host, password, port):\n    return host, password, port\n",
    "dsn = f'host={host} user={user} password={password};'",
    'client = mlflow.tracking.MlflowClient("http://localhost:5000/experiments")',
    'connect("resnet50_v1_5_in21k_ft1k_fp16")',
    "docker run -p 8888:8888 image && docker login -u me",
    "python train.py -p config.yaml -a resnet50",
    "bearer authentication is used; basic authentication is not",
]


@pytest.mark.parametrize("text", LOOK_ALIKES)
def test_what_only_looks_like_a_secret_stays(text: str) -> None:
    assert redact(text, {}) == text


@pytest.mark.parametrize(
    "text",
    [
        "key=" * 40_000,
        "password: " * 40_000,
        "a.b-c_" * 60_000,
        "token " * 60_000,
        "api_key = " + "aB3" * 60_000,
        "Authorization: " * 30_000,
        "https://a:b" * 40_000,
        "?key=" * 40_000,
        "-----BEGIN PRIVATE KEY-----\n" + ("A" * 64 + "\n") * 6_000,
        ("-----BEGIN PRIVATE KEY-----\n" + "A" * 40 + "\n") * 5_000,
        "Private-Lines: 1\n" * 20_000,
        '"password", ' * 30_000,
        "login a password " * 20_000,
        "\\n" * 200_000,
        "eyJ" + "a" * 200_000,
        "<password>" * 40_000,
        "=" * 200_000,
        "export " * 50_000,
        "a,password,b\n" * 20_000,
        "password\t" * 30_000,
        'password = "' + '" "a' * 40_000,
        'password = "' + "\\\\" * 90_000,
        "docker login " * 20_000,
        "mysql -" * 30_000,
        "Client(" * 30_000,
        "A" * 200_000,
        "0:" * 200_000,
    ],
    ids=lambda text: repr(text[:20]),
)
def test_no_text_takes_long(text: str) -> None:
    began = time.process_time()
    redact(text, {})
    assert time.process_time() - began < 8
