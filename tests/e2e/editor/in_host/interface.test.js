// What the extension shows beside diagnostics: commands, pages, jobs, tools for assistants.
'use strict';
const assert = require('node:assert/strict');
const fs = require('node:fs');
const path = require('node:path');
const vscode = require('vscode');
const { codes, found, place, servers, show, until, withCode, write } = require('./support');
const { SCRIPT, SOFTMAX, ZERO_GRAD } = require('./programs');

const extension = () => vscode.extensions.getExtension('seismograd.seismograd');
const tabs = () => vscode.window.tabGroups.all.flatMap((group) => group.tabs);
const call = (command, ...given) => vscode.commands.executeCommand(`seismograd.${command}`, ...given);
const tab = (what, test) => until(what, () => tabs().find((one) => test(one.input ?? {})));
const isPreview = (input) => input.viewType === 'vscode.markdown.preview.editor';
const checkTool = (paths) =>
  vscode.lm.invokeTool('seismograd_check', { input: { paths }, toolInvocationToken: undefined });

suite('interface', () => {
  suiteSetup(async () => {
    await show(await write(place('paged.py'), SCRIPT));
    await withCode(place('paged.py'), SOFTMAX);
  });

  test('every command that is offered exists', async () => {
    const known = new Set(await vscode.commands.getCommands());
    const offered = extension().packageJSON.contributes.commands.map((one) => one.command);
    assert.deepEqual(offered.filter((id) => !known.has(id)), []);
  });

  test('every picture that is named is in the package', () => {
    const text = JSON.stringify(extension().packageJSON);
    const named = new Set(text.match(/(?<=")(?:\.\/)?(?:media|walkthrough)\/[^"]+(?=")/g));
    assert.ok([...named].some((name) => /-light\.svg$/.test(name)) && [...named].some((name) => /-dark\.svg$/.test(name)));
    const missing = [...named].filter((name) => !fs.existsSync(path.join(extension().extensionPath, name)));
    assert.deepEqual(missing, []);
  });

  test('the address of a finding leads to the page of its rule, without a network', async () => {
    const { code } = await withCode(place('paged.py'), SOFTMAX);
    const page = await vscode.workspace.openTextDocument(code.target);
    assert.match(page.getText(), /^# softmax-before-cross-entropy \(SG101\)/);
    assert.match(page.getText(), /Why is this bad/);
  });

  test('no finding is without a rule page', () => {
    for (const { code } of found(place('paged.py'))) assert.equal(code.target.scheme, 'seismograd');
  });

  test('a rule page opens rendered, by command and by address', async () => {
    await call('openRulePage', SOFTMAX);
    const preview = await tab('a preview', isPreview);
    assert.match(preview.label, /SG101/);
    await vscode.window.tabGroups.close(preview);
    await vscode.commands.executeCommand('vscode.open', vscode.Uri.parse(`seismograd:/rules/${ZERO_GRAD}.md`));
    await tab('a preview', isPreview);
  });

  test('the rule under the cursor is the one whose page opens', async () => {
    const uri = place('paged.py');
    const { range } = await withCode(uri, SOFTMAX);
    const editor = await show(uri);
    editor.selection = new vscode.Selection(range.start, range.start);
    await call('openRulePage');
    await tab('the page', (input) => input.uri?.path === `/rules/${SOFTMAX}.md`);
  });

  test('what was understood stands beside the file, follows it, and leads back to it', async () => {
    const uri = place('paged.py');
    const editor = await show(uri);
    await call('showUnderstood');
    const page = await until('the page', () =>
      vscode.workspace.textDocuments.find((one) => one.uri.path.startsWith('/understood/')));
    assert.match(page.getText(), /^Network Net \(torch, line 5\)/);
    assert.match(page.getText(), /softmax/);
    const links = await vscode.commands.executeCommand('vscode.executeLinkProvider', page.uri);
    assert.equal(links[0].target.with({ fragment: '' }).toString(), uri.toString());
    assert.equal(links[0].target.fragment, 'L5');
    await editor.edit((edit) => edit.insert(new vscode.Position(0, 0), '\n'));
    await until('the page is written anew', () => /line 6\)/.test(page.getText()));
  });

  test('the whole workspace is checked, open or not', async () => {
    const closed = await write(place('closed.py'), SCRIPT);
    await call('checkWorkspaceNow');
    await withCode(closed, SOFTMAX);
    assert.ok(codes(closed).includes(ZERO_GRAD));
  });

  test('an assistant gets findings as text and as data', async () => {
    await until('the tool', () => vscode.lm.tools.some(({ name }) => name === 'seismograd_check'));
    const { content } = await checkTool(['paged.py']);
    const [text, json] = content.map(({ value }) => value);
    assert.match(text, /paged\.py:\d+:\d+ error SG101 softmax-before-cross-entropy/);
    assert.match(text, /SG201/);
    assert.equal(JSON.parse(json).version, 1);
  });

  test('an assistant gets the tools that reproduce, too', async () => {
    const steps = ['start', 'criteria', 'try', 'finish'].map((step) => `seismograd_reproduce_${step}`);
    const names = () => vscode.lm.tools.map(({ name }) => name);
    await until('the tools', () => steps.every((step) => names().includes(step)));
  });

  test('debug information names the server and the interpreter', async () => {
    await vscode.env.clipboard.writeText('');
    await call('copyDebugInformation');
    const text = await until('the clipboard', () => vscode.env.clipboard.readText());
    for (const part of [/positionEncoding/, /python/i]) assert.match(text, part);
  });

  test('the logs are shown', async () => {
    const isLog = ({ uri }) => uri.scheme === 'output' && /seismograd/i.test(uri.path);
    await call('showLogs');
    const log = await until('the log', () => vscode.workspace.textDocuments.find(isLog));
    await until('it tells of the server', () => /running/.test(log.getText()));
  });

  test('the editor starts the server for assistants and gets its tools', async () => {
    const fromServer = () => vscode.lm.tools.map(({ name }) => name).filter((name) => /^mcp_seismograd/i.test(name));
    await vscode.commands.executeCommand('workbench.mcp.startServer', '*', { waitForLiveTools: true });
    const names = await until('its tools', () => fromServer().length >= 3 && fromServer());
    for (const tool of ['check', 'show', 'rule']) assert.ok(names.some((name) => name.endsWith(`_${tool}`)), `${names}`);
  });

  test('restarting gives another server, which finds again', async () => {
    const [before] = servers();
    await call('restart');
    await until('one other server', () => servers().length === 1 && servers()[0] !== before);
    await withCode(place('paged.py'), SOFTMAX);
  });
});
