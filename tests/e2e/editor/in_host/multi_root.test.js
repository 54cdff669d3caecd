'use strict';
const assert = require('node:assert/strict');
const vscode = require('vscode');
const { codes, place, servers, setting, show, withCode, without, write } = require('./support');
const { SCRIPT, SOFTMAX, ZERO_GRAD } = require('./programs');

suite('multi-root', () => {
  test('both folders are checked by one server', async () => {
    const uris = [await write(place('train.py', 0), SCRIPT), await write(place('train.py', 1), SCRIPT)];
    for (const uri of uris) {
      await show(uri);
      await withCode(uri, SOFTMAX);
    }
    assert.equal(servers().length, 1);
  });

  test("a folder's project file counts in that folder only", async () => {
    const [first, second] = [place('train.py', 0), place('train.py', 1)];
    await write(place('pyproject.toml', 1), `[tool.seismograd]\nignore = ["${ZERO_GRAD}"]\n`);
    await without(second, ZERO_GRAD);
    assert.ok(codes(first).includes(ZERO_GRAD));
    assert.ok(codes(second).includes(SOFTMAX));
  });

  test("a folder's setting counts in that folder only", async () => {
    const [first, second] = [place('train.py', 0), place('train.py', 1)];
    await setting('ignore', [SOFTMAX], first, vscode.ConfigurationTarget.WorkspaceFolder);
    await without(first, SOFTMAX);
    assert.ok(codes(second).includes(SOFTMAX));
  });
});
