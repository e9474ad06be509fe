import { createHash } from "node:crypto";
import { type ListEntry, type SanctionsList, SanctionsListError } from "./sanctions-list.ts";

/** The entries of one file, or of files that belong together. */
export interface ListPart {
  /** The publisher, such as `UN`. */
  readonly name: string;
  readonly file: string;
  /** `YYYY-MM-DD`, if known. */
  readonly publishedAt?: string;
  readonly entries: readonly ListEntry[];
}

export interface HashedPart extends ListPart {
  readonly sha256: string;
}

const shownHashLength = 12;

/** One list of several parts. Its hash covers every part, and its date is that of the oldest. */
export function combineParts(parts: readonly HashedPart[]): SanctionsList {
  const sorted = parts.toSorted((left, right) => (left.sha256 < right.sha256 ? -1 : 1));
  const entries = sorted.flatMap((part) => part.entries);
  requireUnique(sorted);
  const [only] = sorted;
  const sha256 =
    only !== undefined && sorted.length === 1
      ? only.sha256
      : createHash("sha256")
          .update(sorted.map((part) => `${part.name} ${part.sha256}\n`).join(""))
          .digest("hex");
  const dates = sorted.map((part) => part.publishedAt ?? "");
  const [publishedAt = ""] = dates.toSorted((left, right) => (left < right ? -1 : 1));
  const shown = sha256.slice(0, shownHashLength);
  return {
    version: {
      name: [...new Set(parts.map(({ name }) => name))].join(" + "),
      version: publishedAt === "" ? shown : `${publishedAt}-${shown}`,
      sha256,
      entries: entries.length,
      ...(publishedAt === "" ? {} : { publishedAt }),
    },
    entries,
  };
}

function requireUnique(parts: readonly HashedPart[]): void {
  const files = new Map<string, string>();
  for (const { file, entries } of parts) {
    if (entries.length === 0)
      throw new SanctionsListError(`${file} has no entries; it is not a sanctions list.`);
    for (const { uid } of entries) {
      const other = files.get(uid);
      if (other !== undefined) {
        throw new SanctionsListError(`Entry ${uid} is in ${other} and in ${file}; remove the duplicate.`);
      }
      files.set(uid, file);
    }
  }
}
