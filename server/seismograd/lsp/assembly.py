"""Put the server together from its features."""

from __future__ import annotations

from seismograd.lsp import (
    check_workspace,
    code_actions,
    code_lens,
    commands,
    configuration,
    diagnose_feature,
    findings_command,
    hover,
    job_history,
    jobs,
    language_model,
    lifecycle,
    pull_diagnostics,
    repair_feature,
    reproduce_feature,
    rule_page_request,
    runs_feature,
    synchronisation,
    watched_files,
)
from seismograd.lsp.language_server import SeismogradServer
from seismograd.rules.registry import all_rules
from seismograd.rules.rule import Rule

FEATURES = (
    lifecycle,
    synchronisation,
    configuration,
    watched_files,
    pull_diagnostics,
    code_actions,
    hover,
    commands,
    jobs,
    job_history,
    check_workspace,
    findings_command,
    language_model,
    rule_page_request,
    runs_feature,
    diagnose_feature,
    repair_feature,
    code_lens,
    reproduce_feature,
)


def create_server(rules: tuple[Rule, ...] | None = None) -> SeismogradServer:
    """A server with all features; other rules than the usual ones are for tests."""
    server = SeismogradServer(all_rules() if rules is None else rules)
    for feature in FEATURES:
        feature.register(server)
    return server
