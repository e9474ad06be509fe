import { createHash } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { brotliCompressSync, brotliDecompressSync, constants } from "node:zlib";

export type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };

/** What was recorded of one kind, such as tables: groups, such as one table, of entries, such as its rows. */
export type Part = ReadonlyMap<string, ReadonlyMap<string, Json>>;

export const partNames = [
  "openapi",
  "matrix",
  "screenshots",
  "tables",
  "bank-files",
  "webhooks",
  "reads",
  "responses",
  "response-tables",
] as const;
export type PartName = (typeof partNames)[number];

export function partOf(entries: Iterable<readonly [group: string, key: string, value: Json]>): Part {
  const part = new Map<string, Map<string, Json>>();
  for (const [group, key, value] of entries) {
    const known = part.get(group) ?? new Map<string, Json>();
    part.set(group, known.set(unused(known, key), value));
  }
  return part;
}

function unused(known: ReadonlyMap<string, Json>, key: string): string {
  for (let count = 1; ; count += 1) {
    const numbered = count === 1 ? key : `${key} (${count})`;
    if (!known.has(numbered)) return numbered;
  }
}

/** Writes the content, compressed, and an index for readers of a diff: a line with a digest for each group. */
export async function writePart(folder: string, name: PartName, part: Part): Promise<void> {
  await mkdir(folder, { recursive: true });
  const groups = [...part].toSorted(([left], [right]) => (left < right ? -1 : 1));
  const lines = groups.map(([group, entries]) => ({
    group,
    text: linesOf(group, entries),
    size: entries.size,
  }));
  const index = lines.map(
    ({ group, text, size }) => `${digestOf(text)} ${String(size).padStart(5)} ${group}\n`,
  );
  const content = Buffer.from(lines.map(({ text }) => text).join(""));
  const params = { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_LGWIN]: 24 };
  await writeFile(contentPath(folder, name), brotliCompressSync(content, { params }));
  await writeFile(join(folder, `${name}.txt`), index.join(""));
}

function linesOf(group: string, entries: ReadonlyMap<string, Json>): string {
  return [...entries].map(([key, value]) => `${JSON.stringify([group, key, value])}\n`).join("");
}

function digestOf(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 12);
}

/** Empty when nothing is stored. */
export async function readPart(folder: string, name: PartName): Promise<Part> {
  const content = await readFile(contentPath(folder, name)).catch(() => undefined);
  if (content === undefined) return new Map();
  const lines = brotliDecompressSync(content).toString().split("\n").slice(0, -1);
  return partOf(lines.map((line) => JSON.parse(line) as [string, string, Json]));
}

function contentPath(folder: string, name: PartName): string {
  return join(folder, `${name}.jsonl.br`);
}
