import "uplot/dist/uPlot.min.css";
import "./run.css";
import type { RunSummary } from "../src/ui/runs/run";
import { LossPlot, type Palette } from "./lossPlot";
import { alarmItems, factRows, symptomItems, type Line } from "./texts";

declare function acquireVsCodeApi(): { postMessage(message: unknown): void };

const THEME: Palette = {
  text: ["--vscode-descriptionForeground"],
  grid: ["--vscode-widget-border", "--vscode-panel-border"],
  curve: ["--vscode-charts-blue"],
  alarm: ["--vscode-charts-red"],
};

const editor = acquireVsCodeApi();
const element = (id: string): HTMLElement => document.getElementById(id) ?? document.body;
const logarithmic = element("logarithmic") as HTMLInputElement;
const plot = new LossPlot(element("plot"), THEME);
let chosen = false;
let latest: RunSummary | undefined;

/** Everything that a run says is text and never markup. */
function show(summary: RunSummary): void {
  latest = summary;
  const { run } = summary;
  const title = [run.module ? `-m ${run.entry}` : run.entry, ...run.arguments].join(" ");
  element("title").textContent = `${title}: ${run.outcome}`;
  element("sentence").textContent = run.sentence;
  element("alarms").replaceChildren(...alarmItems(summary).map((line) => filled("li", line)));
  element("symptoms").replaceChildren(...symptomItems(summary).map((line) => filled("li", line)));
  element("facts").replaceChildren(...factRows(summary).map(tableRow));
  draw(summary);
}

function draw(summary: RunSummary): void {
  if (!chosen) {
    logarithmic.checked = LossPlot.isWide(summary.curve.loss);
  }
  const alarms = summary.alarms.flatMap(({ step }) => (step === null ? [] : [step]));
  plot.show(summary.curve, alarms, logarithmic.checked);
}

function tableRow([name, line]: [string, Line]): HTMLElement {
  const row = document.createElement("tr");
  const head = document.createElement("td");
  head.textContent = name;
  row.append(head, filled("td", line));
  return row;
}

function filled(tag: string, { text, place }: Line): HTMLElement {
  const made = document.createElement(tag);
  made.textContent = text;
  if (place) {
    const link = document.createElement("button");
    link.textContent = `${place.file}:${place.line}`;
    link.addEventListener("click", () => editor.postMessage({ place }));
    made.append(" ", link);
  }
  return made;
}

logarithmic.addEventListener("change", () => {
  chosen = true;
  if (latest) {
    draw(latest);
  }
});
window.addEventListener("message", ({ data }: MessageEvent<RunSummary>) => show(data));
window.addEventListener("resize", () => plot.resize());
// The theme is told by the class of the body.
new MutationObserver(() => latest && plot.repaint() && draw(latest)).observe(document.body, {
  attributes: true,
  attributeFilter: ["class"],
});
editor.postMessage({ ready: true });
