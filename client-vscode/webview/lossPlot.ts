import uPlot from "uplot";
import type { RunSummary } from "../src/ui/runs/run";

const HEIGHT = 300;
/** Losses that fall by more than this are better seen on a logarithmic scale. */
const WIDE_RANGE = 100;
const LINEAR = 1;
const LOGARITHMIC = 3;

export type CurveData = RunSummary["curve"];

/** Variables of a style sheet that have the colours; the first that is set counts. */
export interface Palette {
  text: readonly string[];
  grid: readonly string[];
  curve: readonly string[];
  alarm: readonly string[];
}

/** The curve of the loss, in the colours of the page, with a mark at each alarm. */
export class LossPlot {
  private plot: uPlot | undefined;
  private scale: typeof LINEAR | typeof LOGARITHMIC = LINEAR;
  private alarms: readonly number[] = [];

  constructor(
    private readonly home: HTMLElement,
    private readonly palette: Palette,
  ) {}

  static isWide(losses: CurveData["loss"]): boolean {
    const known = losses.filter((loss) => loss !== null);
    const low = known.reduce((least, loss) => Math.min(least, loss), Infinity);
    const high = known.reduce((most, loss) => Math.max(most, loss), -Infinity);
    return low > 0 && high / low > WIDE_RANGE;
  }

  show(curve: CurveData, alarms: readonly number[], logarithmic: boolean): void {
    const positive = curve.loss.every((loss) => loss === null || loss > 0);
    const scale = logarithmic && positive ? LOGARITHMIC : LINEAR;
    this.alarms = alarms;
    if (scale !== this.scale) {
      this.repaint();
      this.scale = scale;
    }
    if (curve.step.length === 0) {
      return;
    }
    const data: uPlot.AlignedData = [curve.step, curve.loss];
    if (this.plot === undefined) {
      this.plot = new uPlot(this.options(), data, this.home);
    } else {
      this.plot.setData(data);
    }
  }

  resize(): void {
    this.plot?.setSize({ width: this.width, height: HEIGHT });
  }

  /** Forget what was drawn: the next time it is drawn in the colours of then. */
  repaint(): boolean {
    this.plot?.destroy();
    this.plot = undefined;
    return true;
  }

  private get width(): number {
    return Math.max(200, this.home.clientWidth);
  }

  private options(): uPlot.Options {
    const colours = this.colours();
    const axis: uPlot.Axis = {
      stroke: colours.text,
      grid: { stroke: colours.grid, width: 1 },
      ticks: { show: false },
    };
    return {
      width: this.width,
      height: HEIGHT,
      // eslint-disable-next-line @typescript-eslint/no-unsafe-enum-assignment -- it is there in types only
      scales: { x: { time: false }, y: { distr: this.scale } },
      axes: [axis, { ...axis, size: 70 }],
      series: [
        { label: "step" },
        { label: "loss", stroke: colours.curve, width: 1.5, points: { show: false } },
      ],
      hooks: { draw: [(plot) => this.markAlarms(plot, colours.alarm)] },
    };
  }

  private markAlarms(plot: uPlot, colour: string): void {
    const { ctx, bbox } = plot;
    ctx.save();
    ctx.strokeStyle = colour;
    ctx.setLineDash([6, 4]);
    for (const step of this.alarms) {
      const x = plot.valToPos(step, "x", true);
      ctx.beginPath();
      ctx.moveTo(x, bbox.top);
      ctx.lineTo(x, bbox.top + bbox.height);
      ctx.stroke();
    }
    ctx.restore();
  }

  /** As they are now: a theme may change. */
  private colours(): Record<keyof Palette, string> {
    const style = getComputedStyle(document.documentElement);
    const first = (names: readonly string[]): string =>
      names.map((name) => style.getPropertyValue(name)).find((value) => value !== "") ?? "gray";
    const { text, grid, curve, alarm } = this.palette;
    return { text: first(text), grid: first(grid), curve: first(curve), alarm: first(alarm) };
  }
}
