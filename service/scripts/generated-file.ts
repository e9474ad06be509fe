import { readFile, writeFile } from "node:fs/promises";

export interface GeneratedFile {
  readonly path: string | URL;
  readonly text: string;
}

/** Writes generated files; with `--check`, reports those of which the committed text is out of date. */
export async function writeOrCheck(files: readonly GeneratedFile[], command: string): Promise<void> {
  for (const { path, text } of files) {
    if (!process.argv.includes("--check")) {
      await writeFile(path, text);
      continue;
    }
    const committed = await readFile(path, "utf8").catch(() => "");
    if (committed === text) continue;
    process.stderr.write(`${String(path)} is out of date; run: ${command}\n`);
    process.exitCode = 1;
  }
}

/** The document without its error responses, which have one shape everywhere, and without examples. */
export function withoutErrors(
  value: unknown,
  isLeftOut: (name: string, member: unknown) => boolean,
): unknown {
  if (Array.isArray(value)) return value.map((item) => withoutErrors(item, isLeftOut));
  if (typeof value !== "object" || value === null) return value;
  const kept = Object.entries(value).filter(
    ([name, member]) => !/^(?:[45]\d\d|examples?)$/.test(name) && !isLeftOut(name, member),
  );
  return Object.fromEntries(kept.map(([name, member]) => [name, withoutErrors(member, isLeftOut)]));
}
