import "uplot/dist/uPlot.min.css";
import { LossPlot, type CurveData, type Palette } from "./lossPlot";

/** The drawing in the page that a run leaves: the numbers lie in the page, which loads nothing. */
interface Numbers {
  curve: CurveData;
  alarms: number[];
}

const COLOURS: Palette = {
  text: ["--soft"],
  grid: ["--faint"],
  curve: ["--curve"],
  alarm: ["--bad"],
};

const element = (id: string): HTMLElement => document.getElementById(id) ?? document.body;
const numbers = JSON.parse(element("numbers").textContent) as Numbers;
const logarithmic = element("logarithmic") as HTMLInputElement;
const plot = new LossPlot(element("plot"), COLOURS);

function draw(): void {
  plot.show(numbers.curve, numbers.alarms, logarithmic.checked);
}

logarithmic.checked = LossPlot.isWide(numbers.curve.loss);
draw();
// Only now: where this fails, or no script is run, the picture stays.
element("picture").hidden = true;
element("controls").hidden = false;
logarithmic.addEventListener("change", draw);
window.addEventListener("resize", () => plot.resize());
window
  .matchMedia("(prefers-color-scheme: dark)")
  .addEventListener("change", () => plot.repaint() && draw());
