"""What SARIF 2.1.0 demands of the parts that are written here."""

from __future__ import annotations

from typing import Any

MESSAGE = {"type": "object", "required": ["text"], "properties": {"text": {"type": "string"}}}
URI = {"type": "string", "pattern": r"^([A-Za-z0-9\-._~!$&'()*+,;=:@/]|%[0-9A-F]{2})+$"}
ARTIFACT = {"type": "object", "required": ["uri"], "properties": {"uri": URI}}
REGION = {
    "type": "object",
    "additionalProperties": False,
    "required": ["startLine"],
    "properties": {
        key: {"type": "integer", "minimum": 1}
        for key in ("startLine", "startColumn", "endLine", "endColumn")
    },
}
LOCATION = {
    "type": "object",
    "additionalProperties": False,
    "properties": {
        "id": {"type": "integer", "minimum": 0},
        "message": MESSAGE,
        "physicalLocation": {
            "type": "object",
            "additionalProperties": False,
            "required": ["artifactLocation"],
            "properties": {"artifactLocation": ARTIFACT, "region": REGION},
        },
        "logicalLocations": {
            "type": "array",
            "items": {"type": "object", "properties": {"name": {"type": "string"}}},
        },
    },
}
LEVEL = {"enum": ["none", "note", "warning", "error"]}
FIX = {
    "type": "object",
    "additionalProperties": False,
    "required": ["artifactChanges"],
    "properties": {
        "description": MESSAGE,
        "artifactChanges": {
            "type": "array",
            "minItems": 1,
            "items": {
                "type": "object",
                "additionalProperties": False,
                "required": ["artifactLocation", "replacements"],
                "properties": {
                    "artifactLocation": ARTIFACT,
                    "replacements": {
                        "type": "array",
                        "minItems": 1,
                        "items": {
                            "type": "object",
                            "additionalProperties": False,
                            "required": ["deletedRegion"],
                            "properties": {
                                "deletedRegion": REGION,
                                "insertedContent": {
                                    "type": "object",
                                    "properties": {"text": {"type": "string"}},
                                },
                            },
                        },
                    },
                },
            },
        },
    },
}
RULE = {
    "type": "object",
    "additionalProperties": False,
    "required": ["id"],
    "properties": {
        "id": {"type": "string"},
        "name": {"type": "string"},
        "shortDescription": MESSAGE,
        "help": {**MESSAGE, "properties": {k: {"type": "string"} for k in ("text", "markdown")}},
        "defaultConfiguration": {"type": "object", "properties": {"level": LEVEL}},
        "properties": {
            "type": "object",
            "properties": {"tags": {"type": "array", "uniqueItems": True}},
        },
    },
}
RESULT = {
    "type": "object",
    "additionalProperties": False,
    "required": ["message"],
    "properties": {
        "ruleId": {"type": "string"},
        "ruleIndex": {"type": "integer", "minimum": 0},
        "level": LEVEL,
        "rank": {"type": "number", "minimum": 0, "maximum": 100},
        "message": MESSAGE,
        "locations": {"type": "array", "items": LOCATION},
        "relatedLocations": {"type": "array", "items": LOCATION, "uniqueItems": True},
        "fixes": {"type": "array", "items": FIX, "uniqueItems": True},
        "partialFingerprints": {"type": "object", "additionalProperties": {"type": "string"}},
        "properties": {"type": "object"},
    },
}
RUN = {
    "type": "object",
    "additionalProperties": False,
    "required": ["tool"],
    "properties": {
        "tool": {
            "type": "object",
            "required": ["driver"],
            "properties": {
                "driver": {
                    "type": "object",
                    "additionalProperties": False,
                    "required": ["name"],
                    "properties": {
                        "name": {"type": "string"},
                        "version": {"type": "string"},
                        "rules": {"type": "array", "items": RULE, "uniqueItems": True},
                    },
                }
            },
        },
        "columnKind": {"enum": ["utf16CodeUnits", "unicodeCodePoints"]},
        "invocations": {
            "type": "array",
            "items": {
                "type": "object",
                "required": ["executionSuccessful"],
                "properties": {
                    "executionSuccessful": {"type": "boolean"},
                    "toolExecutionNotifications": {
                        "type": "array",
                        "items": {
                            "type": "object",
                            "required": ["message"],
                            "properties": {
                                "level": LEVEL,
                                "message": MESSAGE,
                                "locations": {"type": "array", "items": LOCATION},
                            },
                        },
                    },
                },
            },
        },
        "results": {"type": "array", "items": RESULT},
    },
}
SARIF: dict[str, Any] = {
    "type": "object",
    "additionalProperties": False,
    "required": ["version", "runs"],
    "properties": {
        "$schema": {"type": "string", "format": "uri"},
        "version": {"const": "2.1.0"},
        "runs": {"type": "array", "items": RUN},
    },
}
