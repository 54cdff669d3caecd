"""Tokens that can be told by their shape, wherever they stand.

The prefixes are those that the services document themselves, so that scanners can find them.
"""

from __future__ import annotations

import re

from seismograd.redaction import REDACTED
from seismograd.redaction.values import looks_random

_SHAPES = r"""
# Clouds
(?:AKIA|ASIA|ABIA|ACCA|AGPA|AIDA|AIPA|ANPA|ANVA|APKA|AROA)[A-Z0-9]{16}(?![A-Za-z0-9])
ABSK[A-Za-z0-9+/]{100,200}={0,2}
AIza[A-Za-z0-9_\-]{30,60}
ya29\.[A-Za-z0-9_\-.]{20,1000}
1//0[A-Za-z0-9_\-]{40,200}
GOCSPX-[A-Za-z0-9_\-]{20,60}
[A-Za-z0-9_~.]{3}[0-9]Q~[A-Za-z0-9_~.\-]{31,34}
LTAI[A-Za-z0-9]{12,24}(?![A-Za-z0-9])
AKID[A-Za-z0-9]{30,40}(?![A-Za-z0-9])
AQVN[A-Za-z0-9_\-]{35,45}
t1\.[A-Za-z0-9_\-]{40,400}={0,2}\.[A-Za-z0-9_\-]{60,120}={0,2}
do[opr]_v1_[a-f0-9]{64}
HRKU-[A-Za-z0-9_\-]{30,80}
FlyV1[ ]fm[0-9]_[A-Za-z0-9+/=,_\-]{40,4000}
fm[12]_[A-Za-z0-9+/=_\-]{40,4000}
fo1_[A-Za-z0-9_\-]{40,60}
rnd_[A-Za-z0-9]{20,60}
nfp_[A-Za-z0-9]{30,60}
vc[pikra]_[A-Za-z0-9]{24,100}
tskey-[a-z]{2,10}-[A-Za-z0-9\-]{16,100}
dapi[a-f0-9]{32}(?:-[0-9])?(?![A-Za-z0-9])
dkea[a-f0-9]{32}(?![A-Za-z0-9])
pscale_(?:tkn|pw|oauth)_[A-Za-z0-9_.=\-]{30,80}
napi_[a-z0-9]{40,80}
sbp_[a-f0-9]{40}(?![A-Za-z0-9])
sb_secret_[A-Za-z0-9_\-]{20,80}
mdb_sa_sk_[A-Za-z0-9_\-]{30,60}
4b1d[A-Za-z0-9]{38}(?![A-Za-z0-9])
ver:[0-9]-hint:[0-9]{1,20}-[A-Za-z0-9_\-+/=]{40,200}
# Code and packages
gh[pousr]_[A-Za-z0-9]{20,255}
github_pat_[A-Za-z0-9_]{20,255}
gl(?:pat|oas|dt|rt|rtr|cbt|ptt|ft|imt|agent|wt|soat|ffct)-[A-Za-z0-9_.\-]{16,320}
GR1348941[A-Za-z0-9_\-]{20,40}
ATATT3[A-Za-z0-9_\-=]{50,300}
AT(?:CTT|OA)[A-Za-z0-9_\-=]{50,300}
ATBB[A-Za-z0-9]{28,40}(?![A-Za-z0-9])
npm_[A-Za-z0-9]{30,255}
pypi-[A-Za-z0-9_\-]{40,500}
rubygems_[a-f0-9]{48}
cio[A-Za-z0-9]{32}(?![A-Za-z0-9])
oy2[a-z0-9]{43}(?![A-Za-z0-9])
dckr_[po]at_[A-Za-z0-9_\-]{20,255}
AKCp[A-Za-z0-9]{60,80}
cmVmd[A-Za-z0-9]{55,65}(?![A-Za-z0-9])
sg[pd]_(?:[a-f0-9]{16}_|local_)?[a-f0-9]{40}(?![A-Za-z0-9])
bk(?:ua|pt|at|ct)_[A-Za-z0-9]{30,100}
CCI(?:PAT|PRJ)_[A-Za-z0-9]{10,40}_[A-Za-z0-9]{30,60}
sq[apu]_[a-f0-9]{40}(?![A-Za-z0-9])
pn[ub]_[A-Za-z0-9]{36}(?![A-Za-z0-9])
PMAK-[a-f0-9]{24}-[a-f0-9]{34}
snyk_uat\.[A-Za-z0-9._\-]{20,200}
# Models and experiments
sk-[A-Za-z0-9_\-]{16,255}
sess-[A-Za-z0-9]{30,60}
sk_[a-f0-9]{40,64}(?![A-Za-z0-9])
hf_[A-Za-z0-9]{20,255}
api_org_[A-Za-z0-9]{30,60}
wandb_v[0-9]_[A-Za-z0-9_]{20,120}
r8_[A-Za-z0-9]{30,60}
nvapi-[A-Za-z0-9_\-]{30,255}
gsk_[A-Za-z0-9]{40,80}
xai-[A-Za-z0-9]{40,120}
pplx-[A-Za-z0-9]{40,80}
fw_[A-Za-z0-9]{20,60}
tgp_v[0-9]_[A-Za-z0-9_\-]{30,80}
pcsk_[A-Za-z0-9_]{30,120}
pa-[A-Za-z0-9_\-]{40,60}
al-[A-Za-z0-9_\-]{40,60}
jina_[A-Za-z0-9_]{40,100}
tvly-[A-Za-z0-9\-]{20,60}
lsv2_(?:pt|sk)_[a-f0-9]{32}_[a-f0-9]{10}
ls__[a-f0-9]{32}(?![A-Za-z0-9])
csk-[a-z0-9]{40,60}
rpa_[A-Z0-9]{30,60}
a[ks]-[A-Za-z0-9]{22}(?![A-Za-z0-9])
KGAT_[A-Za-z0-9]{20,60}
llx-[A-Za-z0-9]{40,60}
fc-[a-f0-9]{32}(?![A-Za-z0-9])
apify_api_[A-Za-z0-9]{30,60}
# Messages and mail
xox[abceoprs](?:\.xox[a-z])?-[A-Za-z0-9\-]{10,255}
xapp-[0-9]-[A-Za-z0-9\-]{20,255}
(?:bot)?[0-9]{8,11}:[A-Za-z0-9_\-]{35}(?![A-Za-z0-9_\-])
[MNO][A-Za-z0-9_\-]{23,28}\.[A-Za-z0-9_\-]{6}\.[A-Za-z0-9_\-]{27,45}
mfa\.[A-Za-z0-9_\-]{80,100}
SG\.[A-Za-z0-9_\-]{16,32}\.[A-Za-z0-9_\-]{16,64}
(?:SK|AC)[a-f0-9]{32}(?![A-Za-z0-9])
key-[a-f0-9]{32}(?![A-Za-z0-9])
[a-f0-9]{32}-[a-f0-9]{8}-[a-f0-9]{8}(?![A-Za-z0-9\-])
[a-f0-9]{32}-us[0-9]{1,2}(?![A-Za-z0-9])
x(?:keys|smtps)ib-[a-f0-9]{64}-[A-Za-z0-9]{16}
re_[A-Za-z0-9]{6,12}_[A-Za-z0-9]{20,30}
# Money
(?:sk|rk|pk)_(?:live|test)_[A-Za-z0-9]{16,255}
whsec_[A-Za-z0-9+/=]{20,100}
rzp_(?:live|test)_[A-Za-z0-9]{14,24}
sq0(?:atp|csp|idp)-[A-Za-z0-9_\-]{22,43}
EAAA[A-Za-z0-9_\-]{56,64}
EAA[A-Z][A-Za-z0-9]{80,300}
access-(?:sandbox|development|production)-[a-f0-9\-]{36}
access_token\$(?:production|sandbox)\$[a-z0-9]{16}\$[a-f0-9]{32}
shp(?:at|ca|pa|ss|ua|tka)_[A-Fa-f0-9]{32}
FLWSECK(?:_TEST)?-[A-Za-z0-9]{12,60}(?:-X)?
EZ[AT]K[A-Za-z0-9]{54}
# Infrastructure
hv[sbr]\.[A-Za-z0-9_\-]{20,300}
s\.[A-Za-z0-9]{24}(?![A-Za-z0-9.])
[A-Za-z0-9]{14}\.atlasv1\.[A-Za-z0-9_=\-]{60,80}
pul-[a-f0-9]{40}(?![A-Za-z0-9])
dp\.(?:pt|st|sa|ct|scim|audit)\.(?:[a-z0-9\-_]{2,35}\.)?[A-Za-z0-9]{40,44}
ops_eyJ[A-Za-z0-9+/=_\-]{100,1000}
gl(?:sa|c)_[A-Za-z0-9+/=_]{30,400}
NR(?:AK|JS|II|RA|IQ)-[A-Za-z0-9\-]{20,60}
sntry[su]_[A-Za-z0-9+/=_]{40,400}
dt0[a-z][0-9]{2}\.[A-Z0-9]{24}\.[A-Z0-9]{64}
hc[abx]ik_[a-z0-9]{50,70}
hcp_[A-Za-z0-9]{30,100}
v1\.0-[a-f0-9]{24}-[a-f0-9]{100,160}
# Offices
lin_(?:api|oauth)_[A-Za-z0-9]{30,80}
ntn_[A-Za-z0-9]{40,60}
secret_[A-Za-z0-9]{40,50}(?![A-Za-z0-9])
pat[A-Za-z0-9]{14}\.[a-f0-9]{64}
fig[dro]_[A-Za-z0-9_\-]{30,80}
CFPAT-[A-Za-z0-9_\-]{40,60}
tfp_[A-Za-z0-9_.=\-]{40,80}
aio_[A-Za-z0-9]{28}(?![A-Za-z0-9])
duffel_(?:live|test)_[A-Za-z0-9_\-=]{40,50}
shippo_(?:live|test)_[a-f0-9]{40}
sl\.(?:u\.)?[A-Za-z0-9_\-]{100,2000}
A{20,22}[A-Za-z0-9%]{40,120}
[pst]k\.eyJ[A-Za-z0-9_\-]{20,300}\.[A-Za-z0-9_\-]{20,60}
# Tokens that carry their own content, keys, and salted hashes
eyJ[A-Za-z0-9_\-]{8,4000}\.[A-Za-z0-9_\-]{8,8000}(?:\.[A-Za-z0-9_\-]{8,4000}){1,3}
eyJ[A-Za-z0-9+/_\-]{40,4000}={0,2}
v[1-4]\.(?:local|public)\.[A-Za-z0-9_\-]{40,2000}
AGE-SECRET-KEY-1[A-Z0-9]{50,60}
AGE-PLUGIN-[A-Z0-9\-]{2,30}-1[A-Z0-9]{40,200}
\$(?:2[abxy]?|apr1|1|5|6|7|y|argon2(?:id|i|d))\$[A-Za-z0-9./$=,+]{20,200}
(?<!sha512-)[A-Za-z0-9+/]{86}==
"""
_WORDS_TOO = ("sk-", "a", "pa-", "cio", "s.", "fw_", "sl.", "rnd_", "xai-")
"""Prefixes that also begin words; what follows must look random."""
_TOKEN = re.compile(
    r"(?:(?<![A-Za-z0-9_])|(?<=\\[nrt]))(?:"
    + "|".join(line for line in _SHAPES.splitlines() if line and not line.startswith("#"))
    + ")"
)


def redact_shapes(text: str) -> str:
    return _TOKEN.sub(_without_token, text)


def _without_token(match: re.Match[str]) -> str:
    is_word = match[0].startswith(_WORDS_TOO) and not looks_random(match[0])
    return match[0] if is_word else REDACTED
