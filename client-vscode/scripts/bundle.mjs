/** Put the extension and what it imports into one file. */
import { context } from "esbuild";

const watching = process.argv.includes("--watch");
const bundle = await context({
  entryPoints: ["src/extension.ts"],
  outfile: "dist/extension.js",
  bundle: true,
  format: "cjs",
  platform: "node",
  target: "node20",
  external: ["vscode"],
  banner: { js: "const seismogradLoadStart = performance.now();" },
  minify: !watching,
  sourcemap: watching,
  logLevel: "warning",
});
if (watching) {
  await bundle.watch();
} else {
  await bundle.rebuild();
  await bundle.dispose();
}
