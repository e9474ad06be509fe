import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { GuideStep } from "./read-guide.ts";

const run = promisify(execFile);
const checkout = join(import.meta.dirname, "../..");
/** Here `@florin/sdk` is the source of the SDK. */
const tsconfig = join(checkout, "tsconfig.json");
const timeoutMs = 240_000;
const mark = "=== end of step";

/** Runs the steps of a guide in one shell, as a reader would, and returns what each step printed. */
export async function runGuide(
  steps: readonly GuideStep[],
  environment: Readonly<Record<string, string>>,
): Promise<readonly string[]> {
  const blocks = steps.map(({ commands }) => `${commands}\nprintf '\\n${mark}\\n'\n`);
  return outputsOf("bash", ["-c", `set -eu\n${blocks.join("")}`], environment);
}

/** Runs the TypeScript tabs of a guide as one program, with `npx tsx` as a reader would, and returns what each tab printed. */
export async function runProgram(
  steps: readonly GuideStep[],
  environment: Readonly<Record<string, string>>,
): Promise<readonly string[]> {
  const folder = await mkdtemp(join(tmpdir(), "florin-guide-"));
  try {
    const file = join(folder, "guide.mts");
    const blocks = steps.map(({ commands }) => `${commands}\nconsole.log("\\n${mark}");\n`);
    await writeFile(file, blocks.join(""));
    const options = ["--import", "tsx", file];
    return await outputsOf(process.execPath, options, { TSX_TSCONFIG_PATH: tsconfig, ...environment });
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function outputsOf(
  program: string,
  options: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<readonly string[]> {
  const { stdout } = await run(program, options, {
    env: { PATH: process.env["PATH"], HOME: process.env["HOME"], ...environment },
    cwd: checkout,
    timeout: timeoutMs,
    killSignal: "SIGKILL",
  });
  return stdout.split(`\n${mark}\n`).slice(0, -1);
}
