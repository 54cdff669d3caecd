import { describe, expect, it } from "vitest";
import * as vscode from "vscode";
import {
  ruleOf,
  rulePageUri,
  symptomOf,
  symptomPageUri,
  understoodDocument,
  understoodUri,
} from "../../src/ui/pages/pageAddress";
import { withPageLinks } from "../../src/ui/pages/pageLinks";
import { PageProvider } from "../../src/ui/pages/pageProvider";
import { placesInTables } from "../../src/ui/pages/placesInTables";
import { FakeSession } from "../fakes/session";

const none = {} as vscode.CancellationToken;

describe("addresses of pages", () => {
  it("lead back to the rule", () => {
    expect(rulePageUri("SG101").toString()).toBe("seismograd:/rules/SG101.md");
    expect(ruleOf(rulePageUri("SG101"))).toBe("SG101");
    expect(ruleOf(vscode.Uri.parse("seismograd:/rules/../secret"))).toBeUndefined();
  });

  it("lead back to the symptom", () => {
    expect(symptomPageUri("dead-units").toString()).toBe("seismograd:/symptoms/dead-units.md");
    expect(symptomOf(symptomPageUri("dead-units"))).toBe("dead-units");
    expect(symptomOf(rulePageUri("SG101"))).toBeUndefined();
    expect(symptomOf(vscode.Uri.parse("seismograd:/symptoms/../secret"))).toBeUndefined();
  });

  it("lead back to the document", () => {
    const document = vscode.Uri.file("/project/train.py");
    const page = understoodUri(document);
    expect(page.path).toBe("/understood/train.py (understood)");
    expect(understoodDocument(page)?.toString()).toBe(document.toString());
    expect(understoodDocument(rulePageUri("SG101"))).toBeUndefined();
  });
});

describe("the text of pages", () => {
  it("comes from the server", async () => {
    const fake = new FakeSession({ "seismograd/rulePage": "# SG101" });
    const text = await new PageProvider(fake.session).provideTextDocumentContent(
      rulePageUri("SG101"),
      none,
    );
    expect(text).toBe("# SG101");
    expect(fake.asked).toEqual([{ method: "seismograd/rulePage", params: { code: "SG101" } }]);
  });

  it("of symptoms is asked for by their address", async () => {
    const fake = new FakeSession({ "seismograd/rulePage": "# dead-units" });
    const pages = new PageProvider(fake.session);
    const page = symptomPageUri("dead-units");
    expect(await pages.provideTextDocumentContent(page, none)).toBe("# dead-units");
    const code = "seismograd:/symptoms/dead-units.md";
    expect(fake.asked).toEqual([{ method: "seismograd/rulePage", params: { code } }]);
    fake.request = () => Promise.resolve(null);
    expect(await pages.provideTextDocumentContent(page, none)).toContain("no symptom");
  });

  it("says why there is none", async () => {
    const fake = new FakeSession({ "seismograd/rulePage": null });
    const pages = new PageProvider(fake.session);
    expect(await pages.provideTextDocumentContent(rulePageUri("X1"), none)).toContain("no rule");
    fake.request = () => Promise.reject(new Error("the server does not run."));
    const text = await pages.provideTextDocumentContent(rulePageUri("X1"), none);
    expect(text).toContain("the server does not run.");
  });
});

describe("places on a page", () => {
  const page = [
    "Network DigitNet (torch, line src/model.py:7), output softmax",
    "  #  layer  class   line",
    "  0  conv   Conv2d  src/model.py:10",
    "",
    "Optimisers",
    "  line  optimiser  learning rate  from line     networks",
    "  37    adam       0.5            config.py:10  DigitNet",
    "  38    sgd        0.1                          DigitNet",
    "",
    "Data loaders",
    "  line                 role",
    "  cell 2:4             train",
    "  C:/n.ipynb:cell 3:1  test",
  ].join("\n");

  it("are found in titles and in the columns that hold them", () => {
    const found = placesInTables(page).map(({ row, file, cell, line }) => [row, file, cell, line]);
    expect(found).toEqual([
      [0, "src/model.py", undefined, 7],
      [2, "src/model.py", undefined, 10],
      [6, undefined, undefined, 37],
      [6, "config.py", undefined, 10],
      [7, undefined, undefined, 38],
      [11, undefined, 2, 4],
      [12, "C:/n.ipynb", 3, 1],
    ]);
  });

  it("cover exactly their words", () => {
    const lines = page.split("\n");
    const words = placesInTables(page).map(({ row, start, end }) => lines[row]?.slice(start, end));
    expect(words.slice(0, 2)).toEqual(["src/model.py:7", "src/model.py:10"]);
    expect(words.slice(2, 5)).toEqual(["37", "config.py:10", "38"]);
    expect(words.slice(5)).toEqual(["cell 2:4", "C:/n.ipynb:cell 3:1"]);
  });
});

describe("links to pages in a hover", () => {
  const hoverOf = (text: string): vscode.Hover =>
    new vscode.Hover([new vscode.MarkdownString(text)]);
  const linkedText = (text: string): vscode.MarkdownString =>
    withPageLinks(hoverOf(text))?.contents[0] as vscode.MarkdownString;

  it("call the command that opens the page, and can call no other", () => {
    const { isTrusted, value } = linkedText("see [it](seismograd:/rules/SG101.md).");
    expect(value).toBe("see [it](command:seismograd.openRulePage?%5B%22SG101%22%5D).");
    expect(isTrusted).toEqual({
      enabledCommands: [
        "seismograd.openRulePage",
        "seismograd.openSymptomPage",
        "seismograd.openDiagnosis",
      ],
    });
  });

  it("open the page of a symptom", () => {
    expect(linkedText("[it](seismograd:/symptoms/dead-units.md)").value).toBe(
      "[it](command:seismograd.openSymptomPage?%5B%22dead-units%22%5D)",
    );
  });

  it("open the page of a diagnosis, by the id of its run alone", () => {
    expect(linkedText("[it](seismograd:/diagnoses/20260101-ab)").value).toBe(
      "[it](command:seismograd.openDiagnosis?%5B%2220260101-ab%22%5D)",
    );
    const other = "[it](seismograd:/diagnoses/../../x)";
    expect(linkedText(other).value).toBe(other);
  });

  it("are all that changes", () => {
    const text = "[a](file:///project/a.py#L3) and seismograd:/rules/SG101.md";
    expect(linkedText(text).value).toBe(text);
    expect(withPageLinks(null)).toBeUndefined();
  });
});
