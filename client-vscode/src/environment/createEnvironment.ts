import { mkdir } from "node:fs/promises";
import { run } from "../process/run";
import type { BundledWheel } from "./bundledWheel";
import {
  claim,
  markComplete,
  newFolder,
  pythonIn,
  removeFolder,
  removeUseless,
} from "./environmentFolder";
import { MissingPip, setUpFailure } from "./setUpFailure";

const STEP_LIMIT_MS = 10 * 60_000;

/** The parser is compiled for one system, and loaded late: a server without it would start. */
const CHECK = "import seismograd.lsp.assembly, tree_sitter, tree_sitter_python";

export interface CreationRequest {
  /** The interpreter to make the environment from. */
  readonly python: string;
  readonly wheel: BundledWheel;
  readonly storage: string;
  readonly signal: AbortSignal;
  /** Told what is being done, for people. */
  readonly report: (step: string) => void;
  readonly log: (line: string) => void;
}

/** Thrown where the person has changed their mind. */
export class Cancelled extends Error {
  override readonly name = "Cancelled";
}

/** Make an environment with the bundled server; what is left of a failure is removed. */
export async function createEnvironment(request: CreationRequest): Promise<string> {
  const folder = newFolder(request.storage);
  try {
    await prepare(folder, request);
    await install(folder, request);
    await markComplete(folder, request.wheel);
  } catch (error) {
    await removeFolder(folder).catch((trouble: unknown) => request.log(String(trouble)));
    throw translated(error, request);
  }
  const { storage, wheel, log } = request;
  await removeUseless(storage, wheel).catch((error: unknown) => log(String(error)));
  return folder;
}

async function prepare(folder: string, request: CreationRequest): Promise<void> {
  request.report("Creating an environment");
  await mkdir(folder, { recursive: true });
  await claim(folder);
  const venv = ["-m", "venv", "--without-pip", folder];
  await step("Creating the environment", request.python, venv, request);
}

async function install(folder: string, request: CreationRequest): Promise<void> {
  request.report("Getting pip");
  const [command, pip] = await pipFor(folder, request);
  request.report("Installing the server");
  const { file, requirements } = request.wheel;
  const options = [...pip, "install", "--no-input", "--disable-pip-version-check"];
  const locked = [...options, "--require-hashes", "-r", requirements];
  await step("pip", command, locked, request);
  await step("pip", command, [...options, "--no-deps", file], request);
  request.report("Checking that it works");
  await step("The new server", pythonIn(folder), ["-c", CHECK], request);
}

/** The environment's own pip; where that cannot be had, the one beside the interpreter. */
async function pipFor(folder: string, request: CreationRequest): Promise<[string, string[]]> {
  const python = pythonIn(folder);
  try {
    // As a step of its own: `venv` would keep to itself why it failed.
    await step("Installing pip", python, ["-m", "ensurepip", "--default-pip"], request);
    return [python, ["-m", "pip"]];
  } catch (error) {
    const pip = ["-m", "pip", "--python", python];
    if (error instanceof MissingPip && (await succeeds(request.python, pip, request))) {
      return [request.python, pip];
    }
    throw error;
  }
}

async function succeeds(
  command: string,
  pip: readonly string[],
  { storage, signal }: CreationRequest,
): Promise<boolean> {
  const options = { timeoutMs: STEP_LIMIT_MS, cwd: storage, signal };
  return (await run(command, [...pip, "--version"], options)).code === 0;
}

async function step(
  name: string,
  command: string,
  args: readonly string[],
  request: CreationRequest,
): Promise<void> {
  const { storage, signal, log } = request;
  log(`${command} ${args.join(" ")}`);
  const options = { timeoutMs: STEP_LIMIT_MS, cwd: storage, signal, onLine: log };
  const result = await run(command, args, options);
  if (result.ended === "cancelled") {
    throw new Cancelled();
  }
  if (result.code !== 0) {
    const late = result.ended === "timeout" ? "\nit took too long" : "";
    throw setUpFailure(name, `${result.stdout}\n${result.stderr}${late}`, request);
  }
}

function translated(error: unknown, request: CreationRequest): unknown {
  const isOfTheSystem = error instanceof Error && "code" in error;
  return isOfTheSystem ? setUpFailure("Creating the environment", error.message, request) : error;
}
