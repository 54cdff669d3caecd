// The server asks the language model that the person has in the editor.
'use strict';
const assert = require('node:assert/strict');
const vscode = require('vscode');
const { place, setting, show, until, withCode, write } = require('./support');
const { SCRIPT, SOFTMAX } = require('./programs');

const VENDOR = 'seismograd-test';
const INFORMATION = {
  id: 'one', name: 'One', family: 'one', version: '1', maxInputTokens: 1000, maxOutputTokens: 1000, capabilities: {},
};
const ask = () => vscode.commands.executeCommand('seismograd.tryLanguageModel');

suite('language model', () => {
  let answer;
  let registration;

  suiteSetup(async () => {
    registration = vscode.lm.registerLanguageModelChatProvider(VENDOR, {
      provideLanguageModelChatInformation: () => [INFORMATION],
      provideLanguageModelChatResponse: (_model, messages, _options, progress, token) => answer(messages, progress, token),
      provideTokenCount: async () => 1,
    });
    const uri = await write(place('asked.py'), SCRIPT);
    await show(uri);
    await withCode(uri, SOFTMAX);
    await setting('llm.provider', 'editor');
    await setting('llm.model', `${VENDOR}/one`);
  });

  suiteTeardown(() => registration.dispose());

  test('a question and its answer go through the editor', async () => {
    let heard;
    answer = async (messages, progress) => {
      heard = messages.map(({ content }) => content.map(({ value }) => value).join(''));
      for (const part of ['Cross', 'Entropy']) progress.report(new vscode.LanguageModelTextPart(part));
    };
    const given = await until('an answer', () => ask().catch(() => undefined)); // settings arrive in their own time
    assert.deepEqual(given, { text: 'CrossEntropy', model: `${VENDOR}/one` });
    assert.match(heard[0], /one short sentence/);
    assert.match(heard[1], /raw logits/);
  });

  test('a refusal is told in a sentence', async () => {
    answer = async () => {
      throw vscode.LanguageModelError.Blocked('not this');
    };
    await assert.rejects(ask(), /refused the request/);
  });

  test('a spent quota is told in a sentence', async () => {
    answer = async () => {
      throw new Error('429 Too Many Requests');
    };
    await assert.rejects(ask(), /quota/);
  });

  test('a question can be taken back', async () => {
    const asked = new Promise((resolve) => {
      answer = (_messages, _progress, token) =>
        new Promise((_resolve, reject) => {
          token.onCancellationRequested(() => reject(new vscode.CancellationError()));
          resolve(token);
        });
    });
    const given = assert.rejects(ask(), /cancell?ed/i);
    const token = await asked;
    const cancelling = vscode.commands.executeCommand('seismograd.cancelJob');
    await until('the job is chosen', async () => {
      await vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
      return token.isCancellationRequested;
    });
    await Promise.all([cancelling, given]);
    answer = async () => undefined;
  });

  test('a model that is not there is told in a sentence', async () => {
    await setting('llm.model', `${VENDOR}/none`);
    await until('the setting is in effect', () => ask().then(() => false, (error) => /llm\.model/.test(error.message)));
  });
});
