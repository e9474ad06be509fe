import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Outcome } from "../../cli/test/operator.ts";
import { createWithoutNames } from "../guides/without-names.ts";

/** A command as it was typed, and what it printed. */
export interface TourStep {
  readonly command: string;
  readonly output: string;
}

export const tourPath = "docs/guides/command-line.md";
const path = join(import.meta.dirname, "../..", tourPath);
const prompt = "$ ";
/** The only block of this kind. */
const block = /(?<=^```console\n)[\s\S]*?(?=^```$)/m;

export async function readTour(): Promise<readonly TourStep[]> {
  const steps: TourStep[] = [];
  const [transcript = ""] = block.exec(await readFile(path, "utf8")) ?? [];
  for (const line of transcript.split("\n")) {
    const last = steps.pop();
    if (line.startsWith(prompt)) {
      if (last !== undefined) steps.push(last);
      steps.push({ command: line.slice(prompt.length), output: "" });
    } else if (last !== undefined) steps.push({ ...last, output: `${last.output}${line}\n` });
  }
  return steps.map(({ command, output }) => ({ command, output: output.trim() }));
}

type Run = (argv: readonly string[]) => Promise<Outcome>;

/** Commands whose output is not the recorded one, apart from ids and times. */
export async function differencesOf(tour: readonly TourStep[], run: Run): Promise<readonly object[]> {
  const [recorded, seen] = [createWithoutNames(), createWithoutNames()];
  const differences: object[] = [];
  await replay(tour, run, ({ command, output }, printed) => {
    const expected = recorded({ language: "text", text: output });
    const actual = seen({ language: "text", text: printed });
    if (actual !== expected) differences.push({ command, expected, actual });
  });
  return differences;
}

export async function recordTour(tour: readonly TourStep[], run: Run): Promise<void> {
  const steps: string[] = [];
  await replay(tour, run, (_, printed, command) => steps.push(`${prompt}${command}\n${printed}\n`));
  await writeFile(
    path,
    (await readFile(path, "utf8")).replace(block, () => steps.join("\n")),
  );
}

const ids = /\b[0-9A-HJKMNP-TV-Z]{26}\b/g;

/** A recorded id in a command is the id that appeared in its place this time. */
async function replay(
  tour: readonly TourStep[],
  run: Run,
  visit: (step: TourStep, printed: string, command: string) => void,
): Promise<void> {
  const current = new Map<string, string>();
  for (const step of tour) {
    const command = step.command.replaceAll(ids, (id) => current.get(id) ?? id);
    const [, ...argv] = command.split(" ");
    const { exitCode, stdout, stderr } = await run(argv);
    if (exitCode !== 0) throw new Error(`${command} ended with ${exitCode}: ${stderr}`);
    const printed = stdout.trim();
    const found = [...printed.matchAll(ids)].map(([id]) => id);
    for (const [place, [id]] of [...step.output.matchAll(ids)].entries()) current.set(id, found[place] ?? id);
    visit(step, printed, command);
  }
}
