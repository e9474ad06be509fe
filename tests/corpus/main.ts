import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { compareParts, type Difference, evaluate, readExpectations } from "./compare.ts";
import { partNames, readPart, writePart } from "./part.ts";
import { recordStaticParts } from "./static-parts.ts";

const stored = fileURLToPath(new URL("stored", import.meta.url));
const expectedPath = new URL("expected-differences.txt", import.meta.url);

/** Records how the service behaves; with `--check`, names what differs from the stored recording. */
async function main(): Promise<void> {
  if (!process.argv.includes("--check")) {
    await record(stored);
    return;
  }
  const folder = await mkdtemp(join(tmpdir(), "florin-corpus-"));
  try {
    await record(folder);
    const differences: Difference[] = [];
    for (const name of partNames)
      differences.push(...compareParts(name, await readPart(stored, name), await readPart(folder, name)));
    const expectations = readExpectations(await readFile(expectedPath, "utf8"));
    const { unexpected, unused } = evaluate(differences, expectations);
    for (const line of linesOf(unexpected)) print(line);
    for (const { pattern } of unused) print(`expected, but equal: ${pattern}`);
    print(`${differences.length - unexpected.length} expected differences, ${unexpected.length} others`);
    if (unexpected.length + unused.length > 0) process.exitCode = 1;
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function record(folder: string): Promise<void> {
  const config = fileURLToPath(new URL("vitest.config.ts", import.meta.url));
  const vitest = fileURLToPath(new URL("vitest.mjs", import.meta.resolve("vitest/package.json")));
  const child = spawn(process.execPath, [vitest, "run", "--config", config], {
    cwd: fileURLToPath(new URL("../..", import.meta.url)),
    env: { ...process.env, CORPUS_FOLDER: folder },
    stdio: ["ignore", "inherit", "inherit"],
  });
  const ended = once(child, "exit") as Promise<[number | null]>;
  for (const [name, part] of await recordStaticParts()) await writePart(folder, name, part);
  const [code] = await ended;
  if (code !== 0) throw new Error("the recording failed");
}

const shownOfGroup = 6;

/** A group that differs in many places is cut, so that the others can be read. */
function linesOf(differences: readonly Difference[]): readonly string[] {
  const groups = new Map<string, Difference[]>();
  for (const difference of differences) {
    const { group } = difference;
    groups.set(group, [...(groups.get(group) ?? []), difference]);
  }
  return [...groups].flatMap(([group, all]) => [
    ...all.slice(0, shownOfGroup).map(({ name, detail }) => `${name}: ${detail}`),
    ...(all.length > shownOfGroup ? [`… and ${all.length - shownOfGroup} more in ${group}`] : []),
  ]);
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

await main();
