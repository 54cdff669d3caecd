/**
 * The drawing in the HTML page of a run, as files in the package of the server: the same code that
 * draws in a panel of the editor. With `--check` they are compared, and nothing is written.
 */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { PLOT_LICENCE } from "./plotLicence.mjs";

const CLIENT = fileURLToPath(new URL("..", import.meta.url));
const HOME = fileURLToPath(new URL("../../server/seismograd/reports/plot/", import.meta.url));
const checking = process.argv.includes("--check");

const { outputFiles } = await build({
  absWorkingDir: CLIENT,
  entryPoints: { curve: "webview/report.ts" },
  outdir: "out",
  write: false,
  bundle: true,
  format: "iife",
  platform: "browser",
  target: "es2022",
  minify: true,
  banner: { js: PLOT_LICENCE },
});

mkdirSync(HOME, { recursive: true });
for (const { path, text } of outputFiles) {
  const file = HOME + basename(path);
  if (!checking) {
    writeFileSync(file, text);
  } else if (readFileSync(file, "utf8") !== text) {
    throw new Error(`${file} is not what webview/ makes: run \`make report-plot\``);
  }
}
