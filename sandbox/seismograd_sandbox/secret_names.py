"""Names that speak of secrets, and how loudly."""

from __future__ import annotations

import re
from enum import IntEnum
from functools import lru_cache


class Strength(IntEnum):
    """How much a name alone says about its value."""

    NONE = 0
    WEAK = 1
    """Models are full of keys and tokens: the value must look random."""
    MEDIUM = 2
    """Keys and tokens of something that has accounts: the value must not be a plain word."""
    STRONG = 3
    """Passwords may be any word."""


_WORDS = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+")


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_PASSWORDS = _words("password passwd passphrase passcode pwd pgpassword userpassword dbpassword")
_SECRETS = _words(
    "secret secrets apikey apitoken appkey appsecret authkey authtoken accesskey accesstoken "
    "refreshtoken clientsecret secretkey privatekey credential credentials creds dsn cookie "
    "cookies csrftoken sessionid sessiontoken connectionstring sas jwt"
)
_PARTS_OF_SECRETS = _words("key token auth sid session")
_ONLY_WITH_OWNER = {"pass": Strength.STRONG, "pw": Strength.STRONG, "pat": Strength.MEDIUM}
_OWNERS = _words(
    "access account admin anthropic api app application auth aws azure basic bearer bot ci client "
    "cloud cohere comet connection consumer csrf database databricks datadog db deploy deployment "
    "devops discord docker email encryption fernet fireworks ftp function gcp gh git github gitlab "
    "google grafana groq heroku hf host hub huggingface integration jwt kaggle langchain langsmith "
    "license machine mail mailchimp mailgun master mistral ml mongo mysql neptune newrelic ngrok "
    "notion npm oauth openai openrouter personal pg pinecone postgres private pypi redis refresh "
    "registry replicate root sas secret security segment sendgrid sentry server service session "
    "shared signing slack smtp snowflake sonar ssh storage stripe subscription telegram terraform "
    "tls together twilio upload user vault vercel voyage wandb webhook write xsrf"
)
_HARMLESS_OWNERS = _words(
    "attention attn audio begin bos cache class cls cross decoder dict dropout encoder end "
    "eom eos eot first foreign group hash image k label last lookup map mask max min n next "
    "num pad padding param partition prev previous primary prng prompt public publishable q "
    "query random rng row sep separator sort sorting special start state stop sub text think "
    "unk v video"
)
_QUALIFIERS = _words(
    "value base64 b64 hex prod production live test dev staging default old new raw str string "
    "data header env"
)


_ANYWHERE = (
    _PASSWORDS | _SECRETS | _PARTS_OF_SECRETS | _ONLY_WITH_OWNER.keys() | _words("bearer login otp")
)


def may_be_secret(name: str) -> bool:
    """Whether any word of a name speaks of secrets: for lists of what is harmless beyond doubt."""
    return not _ANYWHERE.isdisjoint(word.lower() for word in _WORDS.findall(name))


@lru_cache(maxsize=2000)
def strength_of(name: str) -> Strength:
    """What a name of a variable, option, header or field says: its last word counts."""
    words = _significant(name)
    if not words:
        return Strength.NONE
    last, owners = words[-1], words[:-1]
    if last in _PASSWORDS:
        return Strength.STRONG
    if last in _SECRETS or (last == "string" and "connection" in owners):
        return Strength.MEDIUM
    if last in _ONLY_WITH_OWNER:
        is_alone = not owners and last == "pass"
        has_owner = is_alone or not _OWNERS.isdisjoint(owners)
        return _ONLY_WITH_OWNER[last] if has_owner else Strength.NONE
    if last not in _PARTS_OF_SECRETS or not _HARMLESS_OWNERS.isdisjoint(owners[-1:]):
        return Strength.NONE
    return Strength.WEAK if _OWNERS.isdisjoint(owners) else Strength.MEDIUM


def _significant(name: str) -> list[str]:
    """The words of a name, without what may follow the noun: `API_KEY_2`, `accessKeyId`."""
    words = [word.lower() for word in _WORDS.findall(name)]
    while len(words) > 1 and (words[-1] in _QUALIFIERS or words[-1].isdigit()):
        words.pop()
    if words[-2:] == ["key", "id"]:
        words.pop()
    return words
