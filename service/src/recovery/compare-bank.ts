import { createHash } from "node:crypto";
import type { Bank, BankFile, DeliveredFile } from "../rails/bank.ts";
import type { ComparisonDeps, NewEffect } from "./recovery-deps.ts";
import { fileKey, selectKnownFiles } from "./store.ts";

export interface UnknownFiles {
  /** The bank has them. */
  readonly delivered: readonly DeliveredFile[];
  /** The bank's files that were read and archived since. */
  readonly archived: readonly BankFile[];
}

/** Files that a restored database does not know. */
export async function compareBank({ database }: ComparisonDeps, bank: Bank): Promise<UnknownFiles> {
  const delivered = (await bank.delivered?.()) ?? [];
  const archived = (await bank.archived?.()) ?? [];
  const sent = await selectKnownFiles(database, bank.network, "out");
  const read = await selectKnownFiles(database, bank.network, "in");
  return {
    delivered: delivered.filter(({ name, sha256 }) => !sent.has(fileKey(name, sha256))),
    archived: archived.filter(({ name, bytes }) => !read.has(fileKey(name, digestOf(bytes)))),
  };
}

export function entryEffects({ name, entries = [] }: DeliveredFile): readonly NewEffect[] {
  return entries.map(({ id, traceNumber }) => ({
    mark: id,
    reference: name,
    detail: { trace_number: traceNumber ?? null },
  }));
}

export function digestOf(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}
