"""A session begins: what the client can do, and what it shall tell us. And it ends."""

from __future__ import annotations

from lsprotocol import types

from seismograd.lsp.client_features import ClientFeatures
from seismograd.lsp.client_log import ClientLog
from seismograd.lsp.client_options import ClientOptions
from seismograd.lsp.configuration import SECTION, update_configuration
from seismograd.lsp.language_server import SeismogradServer
from seismograd.lsp.looking_back import look_back_later
from seismograd.lsp.watched_files import watchers
from seismograd.source.positions import Encoding


def register(server: SeismogradServer) -> None:
    server.feature(types.INITIALIZE)(initialize)
    server.feature(types.INITIALIZED)(initialized)
    server.feature(types.EXIT)(leave)


def initialize(ls: SeismogradServer, params: types.InitializeParams) -> None:
    ls.client = ClientFeatures.of(params.capabilities)
    ls.initialization_options = params.initialization_options
    ls.options = ClientOptions.of(params.initialization_options)
    ls.project.settings.trusted = ls.options.trusted
    ls.project.settings.takes_base_url = ls.options.vouches_for_base_url
    if params.client_info is not None:
        ls.client_name = f"{params.client_info.name} {params.client_info.version or ''}".strip()
    encoding = ls.workspace.position_encoding or types.PositionEncodingKind.Utf16
    ls.project.encoding = Encoding(getattr(encoding, "value", encoding))
    if not ls.client.pulls_diagnostics:
        _stop_offering_pull(ls)
    ls.begin()
    ClientLog.attach(ls)


def _stop_offering_pull(ls: SeismogradServer) -> None:
    """A client that gets diagnostics by push must not be invited to pull them as well."""
    for method in (types.TEXT_DOCUMENT_DIAGNOSTIC, types.WORKSPACE_DIAGNOSTIC):
        ls.protocol.fm.features.pop(method, None)


async def initialized(ls: SeismogradServer, params: types.InitializedParams) -> None:
    ls.spawn(update_configuration(ls))
    look_back_later(ls)
    registrations = []
    if ls.client.registers_file_watchers:
        registrations.append(watchers())
    if ls.client.registers_configuration:
        registrations.append(_configuration_changes())
    if registrations:
        await ls.client_register_capability_async(types.RegistrationParams(registrations))


def _configuration_changes() -> types.Registration:
    return types.Registration(
        id="seismograd-configuration",
        method=types.WORKSPACE_DID_CHANGE_CONFIGURATION,
        register_options=types.DidChangeConfigurationRegistrationOptions(section=SECTION),
    )


def leave(ls: SeismogradServer, *_nothing: object) -> None:
    ls.protocol.fall_silent()
