/** The licence of the plotting library, as a comment that stays in whatever the library is put into. */
import { readFileSync } from "node:fs";

const file = new URL("../node_modules/uplot/LICENSE", import.meta.url);

export const PLOT_LICENCE = `/*! uPlot, https://github.com/leeoniya/uPlot\n\n${readFileSync(file, "utf8").trim()}\n*/`;
