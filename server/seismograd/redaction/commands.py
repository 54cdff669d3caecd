"""Passwords on command lines, behind options that do not say so."""

from __future__ import annotations

import re

from seismograd.redaction import REDACTED
from seismograd.redaction.values import is_placeholder

_SAME_LINE = r"[^\n|;&]{0,200}?[ \t]"
_COMMANDS = (
    r"(?:docker|podman|nerdctl|buildah|skopeo|helm|oras|crane|oc|az|cf|twine)\b"
    r"(?:[ \t]{1,5}[\w\-]{1,20}){0,3}?[ \t]{1,5}(?:login|upload)\b"
    rf"{_SAME_LINE}-p[ \t]+",
    r"sshpass[ \t]{1,5}-p[ \t]{0,5}",
    rf"(?:mysql|mysqldump|mysqladmin|mysqlimport|mariadb)\b{_SAME_LINE}-p",
    rf"(?:mongo|mongosh|mongodump|mongorestore|influx)\b{_SAME_LINE}-p[ \t]+",
    rf"(?:sqlcmd|bcp|zip|unzip|pscp|plink)\b{_SAME_LINE}-(?:P|pw)[ \t]+",
    rf"redis-cli\b{_SAME_LINE}-a[ \t]+",
    rf"(?:ldapsearch|ldapmodify|ldapadd)\b{_SAME_LINE}-w[ \t]+",
    rf"7z[ar]?\b{_SAME_LINE}-p",
    rf"htpasswd\b{_SAME_LINE}-\w{{0,4}}b\w{{0,4}}[ \t]+\S{{1,200}}[ \t]+\S{{1,100}}[ \t]+",
    rf"openssl\b{_SAME_LINE}-pass(?:in|out)?[ \t]+pass:",
    rf"(?:smbclient|mount\.cifs|rpcclient)\b{_SAME_LINE}-U[ \t]*[^\s%]{{1,100}}%",
)
"""Commands up to the place where their password stands."""
_PASSWORD = re.compile(rf"(\b(?:{'|'.join(_COMMANDS)})[\"']?)([^\s\"'\-][^\s\"']{{2,200}})")


def redact_commands(text: str) -> str:
    return _PASSWORD.sub(_without_password, text)


def _without_password(match: re.Match[str]) -> str:
    return match[0] if is_placeholder(match[2]) else f"{match[1]}{REDACTED}"
