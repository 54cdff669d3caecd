"""Which files of a project may hold secrets: by their names, or because they are keys."""

from __future__ import annotations

from seismograd_sandbox.secret_names import Strength, strength_of

KEY_ENDINGS = (
    *(".asc", ".gpg", ".jks", ".kdbx", ".key", ".keystore", ".p12", ".p8", ".pem", ".pfx", ".ppk"),
    *(".env", ".htpasswd", ".netrc", ".ovpn", ".pgpass", ".pypirc"),
)
KEY_NAMES = frozenset({"id_dsa", "id_ecdsa", "id_ed25519", "id_rsa", "kaggle.json", "kubeconfig"})
SOURCE_ENDINGS = (".py", ".pyi")
"""A module is needed whatever it is called: without it the training does not start."""
MOST_KEY_BYTES = 65_536
"""Files with keys are short; data may hold the same words by chance."""


def is_secret_name(name: str) -> bool:
    """`.env`, `prod.env`, `server.key`, `credentials.json`, `api_key.txt`."""
    plain = name.lower()
    if plain.endswith(SOURCE_ENDINGS):
        return False
    is_key = plain.endswith(KEY_ENDINGS) or plain in KEY_NAMES or plain.startswith(".env.")
    return is_key or strength_of(name.strip(".").partition(".")[0]) >= Strength.MEDIUM


def is_secret_text(name: str, content: bytes) -> bool:
    """A private key under a harmless name."""
    if len(content) > MOST_KEY_BYTES or name.lower().endswith(SOURCE_ENDINGS):
        return False
    return b"-----BEGIN" in content and b"PRIVATE KEY" in content
