// What the suites share: waiting, files of the workspace, and the processes of the server.
'use strict';
const fs = require('node:fs');
const vscode = require('vscode');

const PATIENCE_MS = 60_000;
const EVERY_MS = 50;

const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** The first truthy answer; fails with what was last seen. */
async function until(what, ask) {
  const limit = Date.now() + PATIENCE_MS;
  while (Date.now() < limit) {
    const answer = await ask();
    if (answer) return answer;
    await sleep(EVERY_MS);
  }
  throw new Error(`it never came true: ${what}`);
}

const place = (name, folder = 0) =>
  vscode.Uri.joinPath(vscode.workspace.workspaceFolders[folder].uri, name);

async function write(uri, text) {
  await vscode.workspace.fs.writeFile(uri, Buffer.from(text));
  return uri;
}

async function show(uri) {
  return vscode.window.showTextDocument(await vscode.workspace.openTextDocument(uri), { preview: false });
}

const found = (uri) =>
  vscode.languages.getDiagnostics(uri).filter((one) => one.source === 'seismograd');

/** The code of a diagnostic, which stands alone or beside the address of its page. */
const codeOf = (diagnostic) => String(diagnostic.code?.value ?? diagnostic.code);

const codes = (uri) => found(uri).map(codeOf).sort();

const withCode = (uri, code) =>
  until(`${code} in ${uri.path}, where there is ${codes(uri)}`, () =>
    found(uri).find((one) => codeOf(one) === code));

const without = (uri, code) =>
  until(`no ${code} in ${uri.path}`, () => !codes(uri).includes(code));

const actions = (uri, range, kind) =>
  vscode.commands.executeCommand('vscode.executeCodeActionProvider', uri, range, kind, 100);

async function apply(action) {
  if (action.edit) await vscode.workspace.applyEdit(action.edit);
  if (action.command) {
    await vscode.commands.executeCommand(action.command.command, ...(action.command.arguments ?? []));
  }
}

const setting = (name, value, uri = undefined, target = vscode.ConfigurationTarget.Workspace) =>
  vscode.workspace.getConfiguration('seismograd', uri).update(name, value, target);

/** Process ids of the language servers that belong to this editor. */
function servers() {
  const mark = `SEISMOGRAD_EDITOR_RUN=${process.env.SEISMOGRAD_EDITOR_RUN}`;
  const read = (pid, file) => {
    try {
      return fs.readFileSync(`/proc/${pid}/${file}`, 'utf8').split('\0');
    } catch {
      return [];
    }
  };
  return fs
    .readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => read(pid, 'cmdline').includes('seismograd.lsp') && read(pid, 'environ').includes(mark))
    .map(Number);
}

module.exports = {
  actions, apply, codeOf, codes, found, place, servers, setting, show, sleep, until, withCode, without, write,
};
