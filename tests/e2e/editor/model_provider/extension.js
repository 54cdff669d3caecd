// Two language models that may be used only by extensions that the person allows it.
'use strict';
const vscode = require('vscode');

const MODELS = ['one', 'two'].map((id) => ({
  id, name: id, family: id, version: '1', maxInputTokens: 1000, maxOutputTokens: 1000, capabilities: {},
  requiresAuthorization: true,
}));

exports.activate = (context) =>
  context.subscriptions.push(
    vscode.lm.registerLanguageModelChatProvider('seismograd-test', {
      provideLanguageModelChatInformation: () => MODELS,
      provideLanguageModelChatResponse: async (model, _messages, _options, progress) =>
        progress.report(new vscode.LanguageModelTextPart(`This is model ${model.id}.`)),
      provideTokenCount: async () => 1,
    }),
  );
