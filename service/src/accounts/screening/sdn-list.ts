import { createHash } from "node:crypto";
import {
  type ListEntry,
  type SanctionedName,
  type SanctionsList,
  SanctionsListError,
} from "./sanctions-list.ts";
import type { EntryType, NameType } from "./screening.ts";
import { parseSdnRemarks } from "./sdn-remarks.ts";
import { readSdnRows, type SdnRow } from "./sdn-rows.ts";

/** The files of a list in OFAC's SDN format, as published. */
export interface SdnFiles {
  /** Entries: 12 columns. */
  readonly "sdn.csv": Uint8Array;
  /** Aliases: 5 columns. */
  readonly "alt.csv": Uint8Array;
  /** Overflow of remarks that are too long for the first file: 2 columns. */
  readonly "sdn_comments.csv"?: Uint8Array;
}

export interface SdnOptions {
  readonly name: string;
  /** `YYYY-MM-DD`, if known: the files themselves do not contain it. */
  readonly publishedAt?: string;
}

const columns = { "sdn.csv": 12, "alt.csv": 5, "sdn_comments.csv": 2 } as const;
const maxNamesOfEntry = 1_000;
const maxNameLength = 1_000;
const shownHashLength = 12;

/** Reads the list strictly: a single malformed row rejects the whole list. */
export async function readSdnList(
  files: SdnFiles,
  { name, publishedAt }: SdnOptions,
): Promise<SanctionsList> {
  const drafts = new Map<string, Draft>();
  for await (const row of readSdnRows("sdn.csv", files["sdn.csv"], columns["sdn.csv"])) addEntry(drafts, row);
  let aliases = 0;
  for await (const row of readSdnRows("alt.csv", files["alt.csv"], columns["alt.csv"])) {
    addAlias(drafts, row);
    aliases += 1;
  }
  const comments = files["sdn_comments.csv"] ?? new Uint8Array();
  for await (const row of readSdnRows("sdn_comments.csv", comments, columns["sdn_comments.csv"])) {
    addRemarks(drafts, row);
  }
  if (drafts.size === 0) throw new SanctionsListError("sdn.csv has no entries; it is not a sanctions list.");
  if (aliases === 0) {
    throw new SanctionsListError("alt.csv has no aliases; it does not belong to a sanctions list.");
  }
  const entries = Array.from(drafts, ([uid, draft]) => toEntry(uid, draft));
  const sha256 = hashOf(files);
  const shownHash = sha256.slice(0, shownHashLength);
  const version = publishedAt === undefined ? shownHash : `${publishedAt}-${shownHash}`;
  const published = publishedAt === undefined ? {} : { publishedAt };
  return { version: { name, version, sha256, entries: entries.length, ...published }, entries };
}

interface Draft {
  readonly type: EntryType;
  readonly program: string;
  readonly names: SanctionedName[];
  remarks: string;
}

function addEntry(drafts: Map<string, Draft>, row: SdnRow): void {
  const [number, name = "", typeText = "", program = "", , , , , , , , remarks = ""] = row.fields;
  const uid = wholeNumber(row, number);
  const type = entryTypes.get(typeText.toLowerCase());
  if (type === undefined) throw validationIssue(row, `has an unknown type "${typeText}"`);
  if (drafts.has(uid)) throw validationIssue(row, `has the number ${uid}, which is a duplicate`);
  const programs = program.replaceAll(/\]\s*\[/g, ", ").replaceAll(/[[\]]/g, "");
  drafts.set(uid, {
    type,
    program: programs,
    names: [{ type: "primary", text: nameOf(row, name) }],
    remarks,
  });
}

function addAlias(drafts: ReadonlyMap<string, Draft>, row: SdnRow): void {
  const [number, , typeText = "", name = ""] = row.fields;
  const type = aliasTypes.get(typeText.toLowerCase());
  if (type === undefined) throw validationIssue(row, `has an unknown type "${typeText}"`);
  const { names } = draftOf(drafts, row, number);
  if (names.length >= maxNamesOfEntry)
    throw validationIssue(row, `gives an entry more than ${maxNamesOfEntry} names`);
  names.push({ type, text: nameOf(row, name) });
}

function addRemarks(drafts: ReadonlyMap<string, Draft>, row: SdnRow): void {
  const [number, remarks = ""] = row.fields;
  const draft = draftOf(drafts, row, number);
  draft.remarks += remarks;
}

/** Files of different dates do not match; then an alias references a missing entry. */
function draftOf(drafts: ReadonlyMap<string, Draft>, row: SdnRow, number: string | undefined): Draft {
  const uid = wholeNumber(row, number);
  const draft = drafts.get(uid);
  if (draft === undefined) throw validationIssue(row, `references entry ${uid}, which is not in sdn.csv`);
  return draft;
}

function toEntry(uid: string, { type, program, names, remarks }: Draft): ListEntry {
  const { weakAliases, ...rest } = parseSdnRemarks(remarks);
  const weak = weakAliases.map((text): SanctionedName => ({ type: "weak_aka", text }));
  return { uid, type, program, names: [...names, ...weak], ...rest };
}

const entryTypes: ReadonlyMap<string, EntryType> = new Map([
  ["individual", "individual"],
  ["", "entity"],
  ["entity", "entity"],
  ["vessel", "vessel"],
  ["aircraft", "aircraft"],
]);

const aliasTypes: ReadonlyMap<string, NameType> = new Map([
  ["aka", "aka"],
  ["fka", "fka"],
  ["nka", "nka"],
]);

function wholeNumber(row: SdnRow, text = ""): string {
  if (!/^\d{1,9}$/.test(text)) throw validationIssue(row, "does not start with an entry number");
  return text;
}

function nameOf(row: SdnRow, name: string): string {
  if (name === "") throw validationIssue(row, "has no name");
  if (name.length > maxNameLength)
    throw validationIssue(row, `has a name of more than ${maxNameLength} characters`);
  return name;
}

function validationIssue({ file, line }: SdnRow, what: string): SanctionsListError {
  return new SanctionsListError(`${file}, line ${line}: ${what}.`);
}

/**
 * Hash of the files' contents in a fixed order, each with a length prefix, so that different lists have different
 * hashes.
 */
function hashOf(files: SdnFiles): string {
  const hash = createHash("sha256");
  for (const name of ["sdn.csv", "alt.csv", "sdn_comments.csv"] as const) {
    const content = files[name] ?? new Uint8Array();
    hash.update(`${name} ${content.byteLength}\n`).update(content);
  }
  return hash.digest("hex");
}
