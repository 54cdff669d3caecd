/**
 * Put the extension into one file, and the library of the protocol into another: that one is
 * large, and the editor need not wait for it. The page of a run is a bundle for a browser.
 */
import { context } from "esbuild";
import { PLOT_LICENCE } from "./plotLicence.mjs";

const LIBRARY = "vscode-languageclient/node";
const watching = process.argv.includes("--watch");

const shared = {
  bundle: true,
  format: "cjs",
  platform: "node",
  target: "node20",
  minify: !watching,
  sourcemap: watching,
  logLevel: "warning",
  // Node finds no names in a minified file that it imports; asked for with `require`, it has them.
  supported: { "dynamic-import": false },
};

const libraryInItsOwnFile = {
  name: "library-in-its-own-file",
  setup(build) {
    build.onResolve({ filter: new RegExp(`^${LIBRARY}$`) }, () => ({
      path: "./protocol.js",
      external: true,
    }));
  },
};

const bundles = await Promise.all([
  context({
    ...shared,
    format: "iife",
    platform: "browser",
    target: "es2022",
    entryPoints: ["webview/run.ts"],
    outdir: "dist/webview",
    banner: { js: PLOT_LICENCE },
  }),
  context({
    ...shared,
    entryPoints: { protocol: LIBRARY },
    outdir: "dist",
    external: ["vscode"],
  }),
  context({
    ...shared,
    entryPoints: ["src/extension.ts"],
    outdir: "dist",
    external: ["vscode"],
    plugins: [libraryInItsOwnFile],
    banner: { js: "const seismogradLoadStart = performance.now();" },
  }),
]);
for (const bundle of bundles) {
  await (watching ? bundle.watch() : bundle.rebuild().then(() => bundle.dispose()));
}
