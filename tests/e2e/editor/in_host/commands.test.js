'use strict';
const assert = require('node:assert/strict');
const vscode = require('vscode');
const { codes, place, show, until, withCode, write } = require('./support');
const { SCRIPT, SOFTMAX, ZERO_GRAD } = require('./programs');

const tabs = () => vscode.window.tabGroups.all.flatMap((group) => group.tabs);
const run = (name, ...given) => vscode.commands.executeCommand(`seismograd.${name}`, ...given);

suite('commands', () => {
  test('every command that is offered exists', async () => {
    await show(await write(place('train.py'), SCRIPT));
    await withCode(place('train.py'), SOFTMAX);
    const { contributes } = vscode.extensions.getExtension('seismograd.seismograd').packageJSON;
    const known = new Set(await vscode.commands.getCommands());
    assert.deepEqual(contributes.commands.map((one) => one.command).filter((id) => !known.has(id)), []);
  });

  test('the page of a rule opens inside of the editor', async () => {
    await run('openRulePage', SOFTMAX);
    await until('the page is open', () => tabs().some((tab) => /SG101/.test(tab.label)));
    const page = await vscode.workspace.openTextDocument(vscode.Uri.parse(`seismograd:/rules/${SOFTMAX}.md`));
    assert.match(page.getText(), /Why is this bad/);
  });

  test('what was understood can be seen', async () => {
    await show(place('train.py'));
    await run('showUnderstood');
    const page = await until('the page is open', () =>
      vscode.workspace.textDocuments.find((one) => one.uri.path.startsWith('/understood/')));
    await until('it names the network', () => /Net/.test(page.getText()) && /softmax/.test(page.getText()));
  });

  test('the whole workspace is checked, open or not', async () => {
    const closed = await write(place('closed.py'), SCRIPT);
    await run('checkWorkspaceNow');
    await until('the closed file has findings', () => codes(closed).includes(ZERO_GRAD));
  });

  test('assistants can check files', async () => {
    const tool = vscode.lm.tools.find((one) => one.name === 'seismograd_check');
    assert.ok(tool);
    const input = { paths: ['train.py'] };
    const answer = await vscode.lm.invokeTool(tool.name, { input, toolInvocationToken: undefined });
    const said = answer.content.map((part) => part.value).join('\n');
    assert.match(said, /SG101/);
    assert.match(said, /SG201/);
  });
});
