import { createHash } from "node:crypto";
import { readdir, readFile, stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { type Instant, instantFromMs } from "../../kernel/instant.ts";
import { readEuXml } from "../screening/eu-xml.ts";
import { combineParts, type HashedPart, type ListPart } from "../screening/list-part.ts";
import { maxXmlBytes, rootNameOf } from "../screening/list-xml.ts";
import { readOfacXml } from "../screening/ofac-xml.ts";
import { SanctionsListError, type SanctionsSource } from "../screening/sanctions-list.ts";
import { readSdnList } from "../screening/sdn-list.ts";
import { maxFileBytes } from "../screening/sdn-rows.ts";
import { readUnXml } from "../screening/un-xml.ts";

/** Publication date of the CSV files, `YYYY-MM-DD`, in a separate file, because they do not contain it. */
const publishedFile = "published.txt";
const csvListName = "OFAC SDN";
const csvFiles = ["sdn.csv", "alt.csv"] as const;
const maxFilesInFolder = 1_000;
const maxXmlFiles = 20;

const fileNames: ReadonlySet<string> = new Set([...csvFiles, "sdn_comments.csv", publishedFile]);

/** The root element identifies the format, because OFAC and the UN both publish a `consolidated.xml`. */
const xmlReaders: ReadonlyMap<string, (file: string, content: Uint8Array) => Promise<ListPart>> = new Map([
  ["sdnList", readOfacXml],
  ["CONSOLIDATED_LIST", readUnXml],
  ["export", readEuXml],
]);

/** A folder with the published files as downloaded, which together are one list. File names are case-insensitive. */
export function createListFilesSource(folder: string): SanctionsSource {
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
      const xmlFiles = [...found.keys()].filter(isXml);
      const parts: HashedPart[] = [];
      if (xmlFiles.length === 0 || csvFiles.some((name) => found.has(name))) {
        parts.push(await readCsv(folder, found));
      }
      for (const name of xmlFiles) parts.push(await readXml(folder, found, name));
      return { list: combineParts(parts), asOf: asOf(found) };
    },
  };
}

function byText(left: string, right: string): number {
  return left < right ? -1 : 1;
}

type FoundFiles = ReadonlyMap<string, FoundFile>;

function isXml(name: string): boolean {
  return name.endsWith(".xml");
}

async function readCsv(folder: string, found: FoundFiles): Promise<HashedPart> {
  const files = {
    "sdn.csv": await readRequired(folder, found, "sdn.csv"),
    "alt.csv": await readRequired(folder, found, "alt.csv"),
  };
  const comments = await readIfThere(found, "sdn_comments.csv");
  const published = await readIfThere(found, publishedFile);
  const { entries, version } = await readSdnList(
    comments === undefined ? files : { ...files, "sdn_comments.csv": comments },
    published === undefined ? { name: csvListName } : { name: csvListName, publishedAt: dateIn(published) },
  );
  const { publishedAt, sha256 } = version;
  const date = publishedAt === undefined ? {} : { publishedAt };
  return { name: csvListName, file: "sdn.csv", sha256, entries, ...date };
}

async function readXml(folder: string, found: FoundFiles, name: string): Promise<HashedPart> {
  const content = await readRequired(folder, found, name);
  const root = rootNameOf(content) ?? "";
  const read = xmlReaders.get(root);
  if (read === undefined) {
    const roots = [...xmlReaders.keys()].map((known) => `<${known}>`).join(", ");
    throw new SanctionsListError(`${name} is not a known list: its root element must be one of ${roots}.`);
  }
  const sha256 = createHash("sha256").update(content).digest("hex");
  return { ...(await read(name, content)), sha256 };
}

interface FoundFile {
  readonly path: string;
  readonly sizeBytes: number;
  readonly changedMs: number;
}

async function findFiles(folder: string): Promise<FoundFiles> {
  const entries = await readdir(folder).catch((cause: unknown) => {
    throw unusable(folder, "cannot be read", cause);
  });
  const found = new Map<string, FoundFile>();
  for (const entry of entries.slice(0, maxFilesInFolder).toSorted(byText)) {
    const name = entry.toLowerCase();
    if (!fileNames.has(name) && !isXml(name)) continue;
    const path = join(folder, entry);
    const { size, mtimeMs } = await stat(path).catch((cause: unknown) => {
      throw unusable(folder, `has a file ${entry} that cannot be read`, cause);
    });
    found.set(name, { path, sizeBytes: size, changedMs: mtimeMs });
  }
  if ([...found.keys()].filter(isXml).length > maxXmlFiles) {
    throw unusable(folder, `has more than ${maxXmlFiles} XML files`);
  }
  return found;
}

/** The age of a list is that of its oldest main file: a download may succeed for one and fail for another. */
function asOf(found: FoundFiles): Instant {
  const changed = [...found].flatMap(([name, { changedMs }]) =>
    isXml(name) || csvFiles.some((main) => main === name) ? [changedMs] : [],
  );
  return instantFromMs(Math.floor(Math.max(0, Math.min(...changed))));
}

async function readRequired(folder: string, found: FoundFiles, name: string): Promise<Uint8Array> {
  const content = await readIfThere(found, name);
  if (content === undefined) throw unusable(folder, `has no ${name}`);
  return content;
}

async function readIfThere(found: FoundFiles, name: string): Promise<Uint8Array | undefined> {
  const file = found.get(name);
  if (file === undefined) return undefined;
  const maxBytes = isXml(name) ? maxXmlBytes : maxFileBytes;
  if (file.sizeBytes > maxBytes) {
    throw new SanctionsListError(
      `${file.path} is larger than ${maxBytes} bytes; it is not a sanctions list.`,
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
    `SANCTIONS_LIST_DIR: ${resolve(folder)} ${what}. It must be a folder with OFAC's files sdn.csv and alt.csv, or ` +
      "with the XML lists of OFAC, the UN or the EU.",
    { cause },
  );
}
