import { readdir, readFile, stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { type Instant, instantFromMs } from "../../kernel/instant.ts";
import { SanctionsListError, type SanctionsSource } from "../screening/sanctions-list.ts";
import { readSdnList, type SdnFiles } from "../screening/sdn-list.ts";
import { maxFileBytes } from "../screening/sdn-rows.ts";

/** Publication date of the list, `YYYY-MM-DD`, in a separate file, because the list itself does not contain it. */
const publishedFile = "published.txt";
const listName = "OFAC SDN";
const maxFilesInFolder = 1_000;

type FileName = keyof SdnFiles | typeof publishedFile;
const fileNames: readonly FileName[] = ["sdn.csv", "alt.csv", "sdn_comments.csv", publishedFile];

/** A folder with OFAC's files as downloaded; file names are case-insensitive. */
export function createSdnFilesSource(folder: string): SanctionsSource {
  return {
    fingerprint: async () => {
      const found = await findFiles(folder);
      return Array.from(
        found,
        ([name, { sizeBytes, changedMs }]) => `${name} ${sizeBytes} ${changedMs}`,
      ).join("\n");
    },
    read: async () => {
      const found = await findFiles(folder);
      const files = {
        "sdn.csv": await readRequired(folder, found, "sdn.csv"),
        "alt.csv": await readRequired(folder, found, "alt.csv"),
      };
      const comments = await readIfThere(found, "sdn_comments.csv");
      const published = await readIfThere(found, publishedFile);
      const list = await readSdnList(
        comments === undefined ? files : { ...files, "sdn_comments.csv": comments },
        published === undefined ? { name: listName } : { name: listName, publishedAt: dateIn(published) },
      );
      return { list, asOf: asOf(found) };
    },
  };
}

interface FoundFile {
  readonly path: string;
  readonly sizeBytes: number;
  readonly changedMs: number;
}

async function findFiles(folder: string): Promise<ReadonlyMap<FileName, FoundFile>> {
  const entries = await readdir(folder).catch((cause: unknown) => {
    throw unusable(folder, "cannot be read", cause);
  });
  const found = new Map<FileName, FoundFile>();
  for (const fileName of fileNames) {
    const name = entries.slice(0, maxFilesInFolder).find((entry) => entry.toLowerCase() === fileName);
    if (name === undefined) continue;
    const path = join(folder, name);
    const { size, mtimeMs } = await stat(path).catch((cause: unknown) => {
      throw unusable(folder, `has a file ${name} that cannot be read`, cause);
    });
    found.set(fileName, { path, sizeBytes: size, changedMs: mtimeMs });
  }
  return found;
}

/**
 * The age of a list is that of the older of its two main files: a download may succeed for one and fail for the other.
 */
function asOf(found: ReadonlyMap<FileName, FoundFile>): Instant {
  const changed = (["sdn.csv", "alt.csv"] as const).map((name) => found.get(name)?.changedMs ?? 0);
  return instantFromMs(Math.floor(Math.max(0, Math.min(...changed))));
}

async function readRequired(
  folder: string,
  found: ReadonlyMap<FileName, FoundFile>,
  name: FileName,
): Promise<Uint8Array> {
  const content = await readIfThere(found, name);
  if (content === undefined) throw unusable(folder, `has no ${name}`);
  return content;
}

async function readIfThere(
  found: ReadonlyMap<FileName, FoundFile>,
  name: FileName,
): Promise<Uint8Array | undefined> {
  const file = found.get(name);
  if (file === undefined) return undefined;
  if (file.sizeBytes > maxFileBytes) {
    throw new SanctionsListError(
      `${file.path} is larger than ${maxFileBytes} bytes; it is not a sanctions list.`,
    );
  }
  return readFile(file.path).catch((cause: unknown) => {
    throw new SanctionsListError(`${file.path} cannot be read; check who may read it.`, { cause });
  });
}

function dateIn(content: Uint8Array): string {
  const date = Buffer.from(content).toString("utf8").trim();
  if (/^\d{4}-\d{2}-\d{2}$/.test(date)) return date;
  throw new SanctionsListError(`${publishedFile} must contain only a date, such as 2026-11-13.`);
}

function unusable(folder: string, what: string, cause?: unknown): SanctionsListError {
  return new SanctionsListError(
    `SANCTIONS_LIST_DIR: ${resolve(folder)} ${what}. It must be a folder with OFAC's files sdn.csv and alt.csv.`,
    { cause },
  );
}
