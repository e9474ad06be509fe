import { createHash } from "node:crypto";
import type { Bank, BankFile, DeliveredFile } from "../rails/bank.ts";
import { uetrOf } from "../rails/engine/bank-reference.ts";
import type { ComparisonDeps, NewEffect } from "./recovery-deps.ts";
import { isKnownFile } from "./store.ts";

type Deps = Pick<ComparisonDeps, "database">;

/** Files that the bank has, and a restored database does not know. */
export async function* unknownDelivered({ database }: Deps, bank: Bank): AsyncGenerator<DeliveredFile> {
  const place = { network: bank.network, direction: "out" } as const;
  for await (const file of bank.delivered?.() ?? [])
    if (!(await isKnownFile(database, { ...place, name: file.name, sha256: file.sha256 }))) yield file;
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
