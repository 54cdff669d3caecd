'use strict';
const assert = require('node:assert/strict');
const vscode = require('vscode');
const { place, servers, show, until, withCode, without, write } = require('./support');
const { SCRIPT, ZERO_GRAD } = require('./programs');

suite('recovery', () => {
  test('one server runs for the window', async () => {
    const uri = await write(place('first.py'), SCRIPT);
    await show(uri);
    await withCode(uri, ZERO_GRAD);
    assert.equal(servers().length, 1);
  });

  test('a killed server comes back and finds again', async () => {
    const [killed] = servers();
    process.kill(killed, 'SIGKILL');
    const [next] = await until('another server', () => {
      const running = servers().filter((pid) => pid !== killed);
      return running.length && running;
    });
    assert.notEqual(next, killed);
    const uri = await write(place('second.py'), SCRIPT);
    const editor = await show(uri);
    await withCode(uri, ZERO_GRAD);
    const line = SCRIPT.split('\n').findIndex((text) => text.includes('loss.backward()'));
    await editor.edit((edit) => edit.insert(new vscode.Position(line, 0), '        optimizer.zero_grad()\n'));
    await without(uri, ZERO_GRAD);
  });

  test('restarting leaves one server', async () => {
    const before = servers();
    const restarts = [1, 2, 3].map(() => vscode.commands.executeCommand('seismograd.restart'));
    await Promise.all(restarts);
    await until('one new server', () => {
      const running = servers();
      return running.length === 1 && !before.includes(running[0]);
    });
    const uri = await write(place('third.py'), SCRIPT);
    await show(uri);
    await withCode(uri, ZERO_GRAD);
    assert.equal(servers().length, 1);
  });
});
