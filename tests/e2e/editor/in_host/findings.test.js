'use strict';
const assert = require('node:assert/strict');
const fs = require('node:fs');
const vscode = require('vscode');
const { actions, apply, codes, place, setting, show, until, withCode, without, write } = require('./support');
const { MODEL, SCRIPT, SOFTMAX, TRAINING, ZERO_GRAD, mended } = require('./programs');

const FIX_ALL = 'source.fixAll.seismograd';
const saveActions = (value) =>
  vscode.workspace
    .getConfiguration('editor')
    .update('codeActionsOnSave', value, vscode.ConfigurationTarget.Workspace);
const onDisk = (uri, text) =>
  until(`${uri.path} on disk`, () => fs.readFileSync(uri.fsPath, 'utf8') === text);

suite('findings', () => {
  test('the installed extension is the one that runs', () => {
    const extension = vscode.extensions.getExtension('seismograd.seismograd');
    assert.ok(extension);
    assert.match(extension.extensionPath, /extensions\/seismograd\.seismograd-/);
  });

  test('a fault is marked on its line and leads to its page', async () => {
    const uri = await write(place('marked.py'), SCRIPT);
    await show(uri);
    const softmax = await withCode(uri, SOFTMAX);
    assert.equal(softmax.severity, vscode.DiagnosticSeverity.Error);
    assert.equal(softmax.range.start.line, SCRIPT.split('\n').findIndex((line) => line.includes('return self.softmax')));
    assert.ok(softmax.code.target);
  });

  test('hover explains, and does not repeat the message that the editor shows', async () => {
    const uri = place('marked.py');
    const { message, range } = await withCode(uri, SOFTMAX);
    const hovers = await vscode.commands.executeCommand('vscode.executeHoverProvider', uri, range.start);
    const text = hovers.flatMap((hover) => hover.contents).map((part) => part.value ?? part).join('\n');
    for (const part of [/Why is this bad/, /How to fix/, /command:seismograd\.openRulePage/]) assert.match(text, part);
    assert.ok(!text.includes(message));
  });

  test('a quick fix mends the file', async () => {
    const uri = await write(place('mended.py'), SCRIPT);
    const editor = await show(uri);
    const { range } = await withCode(uri, ZERO_GRAD);
    const [fix] = (await actions(uri, range, 'quickfix')).filter((one) => one.isPreferred);
    await apply(fix);
    await without(uri, ZERO_GRAD);
    await editor.document.save();
    await onDisk(uri, mended(SCRIPT));
  });

  test('a finding can be silenced on its line', async () => {
    const uri = await write(place('silenced.py'), SCRIPT);
    await show(uri);
    const { range } = await withCode(uri, SOFTMAX);
    const ignore = (await actions(uri, range, 'quickfix')).find((one) => /Ignore SG101 on this line/.test(one.title));
    await apply(ignore);
    await without(uri, SOFTMAX);
    assert.ok(codes(uri).includes(ZERO_GRAD));
  });

  test('all safe fixes are applied on save', async () => {
    await saveActions({ [FIX_ALL]: 'explicit' });
    try {
      const uri = await write(place('on_save.py'), SCRIPT);
      const editor = await show(uri);
      await withCode(uri, ZERO_GRAD);
      await editor.edit((edit) => edit.insert(new vscode.Position(0, 0), '# changed\n'));
      await editor.document.save();
      await onDisk(uri, mended(`# changed\n${SCRIPT}`));
    } finally {
      await saveActions(undefined);
    }
  });

  test('a changed setting works at once', async () => {
    const uri = await write(place('live.py'), SCRIPT);
    await show(uri);
    await withCode(uri, ZERO_GRAD);
    await setting('ignore', [ZERO_GRAD]);
    await without(uri, ZERO_GRAD);
    assert.ok(codes(uri).includes(SOFTMAX));
    await setting('ignore', undefined);
    await withCode(uri, ZERO_GRAD);
  });

  test('cells of a notebook are checked together and mended once', async () => {
    const cell = (text) => new vscode.NotebookCellData(vscode.NotebookCellKind.Code, text, 'python');
    const data = new vscode.NotebookData([cell(MODEL), cell(TRAINING)]);
    const notebook = await vscode.workspace.openNotebookDocument('jupyter-notebook', data);
    await vscode.window.showNotebookDocument(notebook);
    const [first, second] = notebook.getCells().map((one) => one.document);
    await withCode(first.uri, SOFTMAX);
    const { range } = await withCode(second.uri, ZERO_GRAD);
    const [fix] = (await actions(second.uri, range, 'quickfix')).filter((one) => one.isPreferred);
    await apply(fix);
    await until('the cell is mended', () => second.getText() === mended(TRAINING));
    assert.equal(first.getText(), MODEL);
    await without(second.uri, ZERO_GRAD);
  });

  test('it fails where it is told to', () => {
    assert.notEqual(process.env.SEISMOGRAD_FORCE_FAILURE, '1', 'forced');
  });
});
