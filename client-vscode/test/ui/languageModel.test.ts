import { beforeEach, describe, expect, it, vi } from "vitest";
import * as vscode from "vscode";
import { complete } from "../../src/ui/languageModel/complete";
import { modelError } from "../../src/ui/languageModel/errors";
import { selectModel } from "../../src/ui/languageModel/selectModel";
import type { CompleteParams } from "../../src/ui/languageModel/wire";
import { FakeSession } from "../fakes/session";

const select = vi.mocked(vscode.lm.selectChatModels);
const asked: CompleteParams = {
  messages: [
    { role: "user", content: "why?" },
    { role: "assistant", content: "because" },
  ],
  system: "be short",
  model: null,
  stream: null,
};

async function* pieces(...texts: string[]): AsyncGenerator<string> {
  for (const text of texts) {
    yield await Promise.resolve(text);
  }
}

function model(...texts: string[]) {
  const sendRequest = vi.fn(() => Promise.resolve({ text: pieces(...texts) }));
  return { vendor: "copilot", family: "m1", sendRequest };
}

function token(isCancellationRequested = false): vscode.CancellationToken {
  return { isCancellationRequested } as vscode.CancellationToken;
}

beforeEach(() => {
  vi.resetAllMocks();
});

describe("errors of language models", () => {
  const other = new (vscode.LanguageModelError as unknown as new (
    message: string,
    code: string,
    cause?: Error,
  ) => Error)("failed", "Unknown", new Error("429 Too Many Requests"));

  it.each([
    [vscode.LanguageModelError.NoPermissions("no"), -32002],
    [vscode.LanguageModelError.Blocked("filtered"), -32004],
    [vscode.LanguageModelError.Blocked("quota exceeded"), -32003],
    [vscode.LanguageModelError.NotFound("gone"), -32001],
    [other, -32003],
    [new Error("You have hit your rate limit"), -32003],
    [new vscode.CancellationError(), -32800],
    [new Error("socket"), -32803],
    ["odd", -32803],
  ])("%s has the code %i and a sentence", (error, code) => {
    expect(modelError(error).code).toBe(code);
    expect(modelError(error).message).toMatch(/^[A-Z].*[.)]$/);
  });
});

describe("the choice of a model", () => {
  it.each([
    ["copilot/gpt-x", { vendor: "copilot", family: "gpt-x" }],
    ["gpt-x", { family: "gpt-x" }],
  ])("%s is looked up", async (name, selector) => {
    select.mockResolvedValue([model()] as never);
    await selectModel(name);
    expect(select).toHaveBeenCalledExactlyOnceWith(selector);
  });

  it("prefers the editor's usual vendor and takes any other", async () => {
    const other = model();
    select.mockResolvedValueOnce([]).mockResolvedValueOnce([other] as never);
    expect(await selectModel(null)).toBe(other);
    expect(select.mock.calls).toEqual([[{ vendor: "copilot" }], []]);
  });

  it("says what to do where there is none", async () => {
    select.mockResolvedValue([]);
    await expect(selectModel(null)).rejects.toMatchObject({ code: -32001 });
    await expect(selectModel("a/b")).rejects.toThrow("seismograd.llm.model");
  });

  it("finds none in an editor without language models", async () => {
    const lm = vscode.lm as { selectChatModels: unknown };
    const kept = lm.selectChatModels;
    lm.selectChatModels = undefined;
    await expect(selectModel(null)).rejects.toMatchObject({ code: -32001 });
    lm.selectChatModels = kept;
  });
});

describe("a completion", () => {
  it("puts the system text before the conversation", async () => {
    const used = model("yes");
    select.mockResolvedValue([used] as never);
    const fake = new FakeSession();
    const answer = await complete(fake.session, asked, token());
    expect(answer).toEqual({ text: "yes", model: "copilot/m1" });
    expect(used.sendRequest).toHaveBeenCalledExactlyOnceWith(
      [
        { role: "user", content: "be short" },
        { role: "user", content: "why?" },
        { role: "assistant", content: "because" },
      ],
      { justification: expect.stringContaining("seismograd.llm.provider") as string },
      expect.anything(),
    );
    expect(fake.told).toEqual([]);
  });

  it("passes fragments on under the name of the stream", async () => {
    select.mockResolvedValue([model("a", "b")] as never);
    const fake = new FakeSession();
    const answer = await complete(fake.session, { ...asked, stream: "s" }, token());
    expect(answer.text).toBe("ab");
    expect(fake.told.map(({ params }) => params)).toEqual([
      { stream: "s", text: "a" },
      { stream: "s", text: "b" },
    ]);
  });

  it("stops when it is cancelled", async () => {
    select.mockResolvedValue([model("a")] as never);
    const answer = complete(new FakeSession().session, asked, token(true));
    await expect(answer).rejects.toMatchObject({ code: -32800 });
  });

  it("tells a refusal apart", async () => {
    const refusing = model();
    refusing.sendRequest.mockRejectedValue(vscode.LanguageModelError.NoPermissions());
    select.mockResolvedValue([refusing] as never);
    const answer = complete(new FakeSession().session, asked, token());
    await expect(answer).rejects.toMatchObject({ code: -32002 });
  });
});
