import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { GuideStep } from "./read-guide.ts";

const run = promisify(execFile);
const timeoutMs = 240_000;
const mark = "=== end of step";

/** Runs the steps of a guide in one shell, as a reader would, and returns what each step printed. */
export async function runGuide(
  steps: readonly GuideStep[],
  environment: Readonly<Record<string, string>>,
): Promise<readonly string[]> {
  const blocks = steps.map(({ commands }) => `${commands}\nprintf '\\n${mark}\\n'\n`);
  const { stdout } = await run("bash", ["-c", `set -eu\n${blocks.join("")}`], {
    env: { PATH: process.env["PATH"], HOME: process.env["HOME"], ...environment },
    timeout: timeoutMs,
    killSignal: "SIGKILL",
  });
  return stdout.split(`\n${mark}\n`).slice(0, -1);
}
