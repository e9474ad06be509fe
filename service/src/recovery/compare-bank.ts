import { createHash } from "node:crypto";
import type { NewEffect } from "../db/restores/effect-store.ts";
import { type Bank, type BankFile, BankUnavailableError, type DeliveredFile } from "../rails/bank.ts";
import { uetrOf } from "../rails/engine/bank-reference.ts";
import { isKnownFile, selectNewestSent } from "../rails/engine/file-store.ts";
import type { ComparisonDeps } from "./recovery-deps.ts";

type Deps = Pick<ComparisonDeps, "database">;

/**
 * Files that the bank has, and a restored database does not know. A place without the record of the newest file that the
 * database does know is not the bank's, or has lost its records: what the bank has would be sent again.
 */
export async function* unknownDelivered({ database }: Deps, bank: Bank): AsyncGenerator<DeliveredFile> {
  const place = { network: bank.network, direction: "out" } as const;
  if (bank.delivered === undefined) return;
  const newest = await selectNewestSent(database, { network: bank.network });
  let isComplete = newest === undefined;
  for await (const file of bank.delivered()) {
    const { name, sha256 } = file;
    isComplete ||= name === newest?.name;
    if (!(await isKnownFile(database, { ...place, name, sha256 }))) yield file;
  }
  if (newest !== undefined && !isComplete) throw new BankUnavailableError(missingText(bank, newest));
}

export type ArchivedFile = BankFile & { readonly sha256: string };

/** The bank's files that were read and archived since. */
export async function* unknownArchived({ database }: Deps, bank: Bank): AsyncGenerator<ArchivedFile> {
  const place = { network: bank.network, direction: "in" } as const;
  for await (const { name, bytes } of bank.archived?.() ?? []) {
    const sha256 = createHash("sha256").update(bytes).digest("hex");
    if (!(await isKnownFile(database, { ...place, name, sha256 }))) yield { name, bytes, sha256 };
  }
}

function missingText({ network }: Bank, { name, sha256 }: Pick<DeliveredFile, "name" | "sha256">): string {
  return (
    `The place of the ${network} bank has no record of the file ${name}, which was sent before the restore. Without the ` +
    'records in its folder "sent", payments since would be sent again. Check the bank settings, or restore the folder. ' +
    `If only this record is lost, write the line \`${sha256}  ${name}\` to ${name}.sha256 in the folder.`
  );
}

export function interruptedText(name: string): string {
  return (
    `The file ${name} is recorded in the folder "sent", and its delivery was interrupted: it is still named .${name}.part ` +
    `in the folder "outbox". Rename it to ${name}, so that the bank gets it; or remove it and its record, so that its ` +
    "entries are sent in another file."
  );
}

export function entryEffects({ network }: Bank, { name, entries = [] }: DeliveredFile): readonly NewEffect[] {
  return entries.map(({ id, traceNumber }) => ({
    mark: id,
    reference: name,
    detail: {
      trace_number: traceNumber ?? null,
      uetr: traceNumber === undefined ? uetrOf(network, id) : null,
    },
  }));
}
