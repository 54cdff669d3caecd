"""Secrets of many services, made up on the spot, and the places where they turn up."""

from __future__ import annotations

import random
import re
import string
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

DATA = Path(__file__).with_name("data") / "tokens.toml"
ALPHABETS = {
    "hex": "0123456789abcdef",
    "digit": string.digits,
    "lower": string.ascii_lowercase,
    "letter": string.ascii_letters,
    "alnum": string.ascii_letters + string.digits,
    "UPPER": string.ascii_uppercase + string.digits,
    "url": string.ascii_letters + string.digits + "_-",
    "base64": string.ascii_letters + string.digits + "+/",
}
_FIELD = re.compile(r"\{(\w+):(\d+)\}")


@dataclass(frozen=True, slots=True)
class Sample:
    """A secret, and a name under which it is usually kept."""

    name: str
    variable: str
    secret: str
    alone: bool
    """Whether the shape alone tells that it is one."""

    @property
    def option(self) -> str:
        return self.variable.lower().replace("_", "-")


def samples(seed: int) -> list[Sample]:
    source = random.Random(seed)
    entries = tomllib.loads(DATA.read_text("utf-8"))["token"]
    return [_sample(entry, source) for entry in entries]


def _sample(entry: Mapping[str, object], source: random.Random) -> Sample:
    def fill(field: re.Match[str]) -> str:
        alphabet, length = ALPHABETS[field[1]], int(field[2])
        middle = "".join(source.choices(alphabet, k=length - 2))
        # Not a sign at the ends: a text around it may end with one.
        plain = [c for c in alphabet if c.isalnum()]
        return source.choice(plain) + middle + source.choice(plain)

    secret = _FIELD.sub(fill, str(entry["shape"]))
    return Sample(str(entry["name"]), str(entry["variable"]), secret, bool(entry.get("alone")))


NAMED = {
    "Python": '{lower} = "{secret}"',
    "Python, single quotes": "    self.{lower} = '{secret}'",
    "Python, in pieces": '{lower} = (\n    "{first}"\n    "{rest}"\n)',
    "Python, added up": '{lower} = "{first}" + \\\n    "{rest}"',
    "table": "user,{lower},team\nme,{secret},vision\nyou,,audio\n",
    "table in Markdown": "| user | {lower} |\n|---|---|\n| me | `{secret}` |",
    "Python, annotated": '{lower}: str = "{secret}"',
    "keyword": 'client = Client(project="x", {lower}="{secret}", timeout=3)',
    "os.environ": 'os.environ["{variable}"] = "{secret}"',
    "setdefault": "os.environ.setdefault('{variable}', '{secret}')",
    "environment file": "A=1\n{variable}={secret}\nB=2",
    "environment file, quoted": '{variable}="{secret}"',
    "shell": "export {variable}={secret}",
    "shell, one command": "{variable}={secret} python train.py --epochs 3",
    "docker run": "docker run -e {variable}={secret} image",
    "Dockerfile": "ENV {variable} {secret}",
    "YAML": "env:\n  {variable}: {secret}\n  other: 1",
    "YAML, quoted": "  {lower}: '{secret}'",
    "JSON": '{{"a": 1, "{lower}": "{secret}"}}',
    "JSON in JSON": '"body": "{{\\"{lower}\\": \\"{secret}\\"}}"',
    "TOML": '[service]\n{lower} = "{secret}"',
    "INI": "[service]\n{lower} = {secret}",
    "option": "python train.py --{option} {secret} --epochs 3",
    "option with sign": "python train.py --{option}={secret}",
    "option in a list": 'subprocess.run(["tool", "--{option}", "{secret}"])',
    "header": "X-{option}: {secret}",
    "comment": "# {lower}: {secret}",
    "log": "2024-01-01 12:00:00 INFO using {lower}={secret}",
    "quoted": "> ```\n> {variable}={secret}\n> ```",
    "diff": "+{variable}={secret}",
    "XML": "<{lower}>{secret}</{lower}>",
}
"""Places where the name stands beside the secret."""

CALLED = {
    "bearer": "curl -H 'Authorization: Bearer {secret}' https://api.example.org",
    "bearer in Python": 'headers = {{"Authorization": "Bearer {secret}"}}',
    "token header": "Authorization: token {secret}",
    "x-api-key": '  -H "x-api-key: {secret}" \\',
    "address": "https://api.example.org/v1/models?limit=3&api_key={secret}",
    "address in an error": "HTTPError: 401 for url: https://x.example/a?token={secret} (try again)",
    "user of an address": "git clone https://me:{secret}@example.org/me/x.git",
    "sentence": "My API key is {secret} and it does not work.",
    "sentence with quotes": "I use the token `{secret}`, is that right?",
    "error": "AuthenticationError: Incorrect API key provided: {secret}.",
    "error with quotes": "ValueError: invalid token '{secret}'",
    "client": 'service = example.Client("{secret}", timeout=3)',
    "login": "login('{secret}')",
    "docker login": "docker login registry.example.org -u me -p {secret}\nLogin Succeeded",
    "netrc": "machine api.example.org\n  login user\n  password {secret}\n",
}
"""Places that call it a secret without its own name."""

ANYWHERE = {
    "sentence": "It fails when I paste {secret} there.",
    "variable": 'x = "{secret}"',
    "list": "['a', '{secret}', 'b']",
    "quoted": "> > {secret}",
    "escaped": "line\\n{secret}\\nline",
    "path": "/tmp/cache/{secret}/x",
    "traceback": '  File "a.py", line 3, in f\n    login("{secret}")\nKeyError: {secret}',
}
"""Places that say nothing; here the shape must do."""


def in_context(template: str, sample: Sample) -> str:
    return template.format(
        variable=sample.variable,
        lower=sample.variable.lower() if "_" in sample.variable else sample.variable,
        option=sample.option,
        secret=sample.secret,
        first=sample.secret[: len(sample.secret) // 2],
        rest=sample.secret[len(sample.secret) // 2 :],
    )
