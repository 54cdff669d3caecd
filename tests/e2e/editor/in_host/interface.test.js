// What the extension shows beside diagnostics: pages, jobs, tools for assistants.
'use strict';
const assert = require('node:assert/strict');
const vscode = require('vscode');
const { found, place, show, until, withCode, write } = require('./support');
const { SCRIPT, SOFTMAX } = require('./programs');

const tabs = () => vscode.window.tabGroups.all.flatMap((group) => group.tabs);
const call = (command, ...given) => vscode.commands.executeCommand(`seismograd.${command}`, ...given);
const tab = (what, test) => until(what, () => tabs().find((one) => test(one.input ?? {})));

suite('interface', () => {
  test('the address of a finding leads to the page of its rule, without a network', async () => {
    const uri = await write(place('paged.py'), SCRIPT);
    await show(uri);
    const { code } = await withCode(uri, SOFTMAX);
    const page = await vscode.workspace.openTextDocument(code.target);
    assert.match(page.getText(), /^# softmax-before-cross-entropy \(SG101\)/);
  });

  test('a rule page opens rendered, by command and by address', async () => {
    await call('openRulePage', SOFTMAX);
    const preview = await tab('a preview', (input) => input.viewType === 'vscode.markdown.preview.editor');
    await vscode.window.tabGroups.close(preview);
    await vscode.commands.executeCommand('vscode.open', vscode.Uri.parse('seismograd:/rules/SG201.md'));
    await tab('a preview', (input) => input.viewType === 'vscode.markdown.preview.editor');
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
    const links = await vscode.commands.executeCommand('vscode.executeLinkProvider', page.uri);
    assert.equal(links[0].target.with({ fragment: '' }).toString(), uri.toString());
    assert.equal(links[0].target.fragment, 'L5');
    await editor.edit((edit) => edit.insert(new vscode.Position(0, 0), '\n'));
    await until('the page is written anew', () => /line 6\)/.test(page.getText()));
  });

  test('checking the workspace finds what stands in closed files', async () => {
    const uri = await write(place('closed.py'), SCRIPT);
    await call('checkWorkspaceNow');
    await withCode(uri, SOFTMAX);
  });

  test('an assistant gets findings as text and as data', async () => {
    await until('the tool', () => vscode.lm.tools.some(({ name }) => name === 'seismograd_check'));
    const input = { paths: ['paged.py'] };
    const result = await vscode.lm.invokeTool('seismograd_check', { input, toolInvocationToken: undefined });
    const [text, json] = result.content.map(({ value }) => value);
    assert.match(text, /paged\.py:\d+:\d+ error SG101 softmax-before-cross-entropy/);
    assert.equal(JSON.parse(json).version, 1);
  });

  test('debug information names the server and the interpreter', async () => {
    await call('copyDebugInformation');
    const text = await until('the clipboard', () => vscode.env.clipboard.readText());
    for (const part of [/positionEncoding/, /python/i]) assert.match(text, part);
  });

  test('no finding is without a rule page', async () => {
    for (const { code } of found(place('paged.py'))) assert.equal(code.target.scheme, 'seismograd');
  });
});
