import { run } from "../process/run";
import type { RunResult } from "../process/run";
import { workingFolder } from "../process/workingFolder";
import type { ProbeResult } from "./interpreter";
import { isAtLeast, NEEDED_PYTHON, OLDEST_PYTHON, versionText } from "./version";
import type { Version } from "./version";

const PROBE_LIMIT_MS = 15_000;

/**
 * Runs on any Python, however old. The working folder is taken off the module path first, so that
 * nothing is imported from where the process happens to stand.
 */
const PROBE = `
import sys
if sys.path[:1] == [""]:
    sys.path.pop(0)
import json
facts = {"version": list(sys.version_info[:3]), "executable": sys.executable}
if sys.version_info >= (3, 11):
    import sysconfig
    from importlib.util import find_spec
    facts["packages"] = sysconfig.get_path("purelib")
    try:
        import seismograd
        for name in ("seismograd.lsp", "pygls"):
            if find_spec(name) is None:
                raise ModuleNotFoundError("No module named %r" % name, name=name)
        facts["seismograd"] = seismograd.__version__
    except Exception as error:
        if getattr(error, "name", None) != "seismograd":
            facts["trouble"] = "%s: %s" % (type(error).__name__, error)
sys.stdout.write("\\n" + json.dumps(facts))
`;

interface Facts {
  readonly version: Version;
  readonly executable: string;
  readonly packages?: string;
  readonly seismograd?: string;
  readonly trouble?: string;
}

/** Run an interpreter for a moment and ask what it is. */
export async function probe(path: string, limitMs = PROBE_LIMIT_MS): Promise<ProbeResult> {
  const result = await run(path, ["-c", PROBE], { timeoutMs: limitMs, cwd: workingFolder() });
  const facts = result.code === 0 ? readFacts(result.stdout) : undefined;
  return facts === undefined
    ? { kind: "unusable", reason: `${path} ${howItFailed(result, limitMs)}` }
    : judge(path, facts);
}

function judge(path: string, facts: Facts): ProbeResult {
  if (!isAtLeast(facts.version, OLDEST_PYTHON)) {
    const found = `${path} is Python ${versionText(facts.version)}`;
    return { kind: "unusable", reason: `${found}; ${NEEDED_PYTHON} or newer is needed` };
  }
  return {
    kind: "interpreter",
    executable: facts.executable === "" ? path : facts.executable,
    version: facts.version,
    seismograd: facts.seismograd,
    trouble: facts.trouble?.split("\n")[0],
    packages: facts.packages ?? "",
  };
}

function readFacts(output: string): Facts | undefined {
  try {
    const facts = JSON.parse(output.trim().split("\n").at(-1) ?? "") as Partial<Facts> | null;
    const isSound = Array.isArray(facts?.version) && typeof facts.executable === "string";
    return isSound ? (facts as Facts) : undefined;
  } catch {
    return undefined;
  }
}

function howItFailed(result: RunResult, limitMs: number): string {
  switch (result.ended) {
    case "not-started":
      return result.stderr.includes("ENOENT") ? "does not exist" : "cannot be executed";
    case "timeout":
      return `gave no answer in ${limitMs / 1000} seconds`;
    default:
      return "is not a working Python interpreter";
  }
}
