"""How findings of a reproduction are called; there is no rule of this code."""

from __future__ import annotations

CODE = "SG950"
NAME = "reproduced-bug"
