import { createHash } from "node:crypto";
import { seal } from "../src/kernel/envelope.ts";
import { insertFile } from "../src/rails/engine/file-store.ts";
import { insertItems, newItem } from "../src/rails/engine/item-store.ts";
import { fileContext } from "../src/rails/engine/sealed-contexts.ts";
import type { TransferApi } from "./transfer-environment.ts";

/** A file as if it had come from the bank, or had been written for it. Returns its id. */
export function storeBankFile(
  { keyRing, database, deps }: Pick<TransferApi, "keyRing" | "database" | "deps">,
  direction: "in" | "out",
  name: string,
  bytes: Buffer,
): Promise<string> {
  const { newId, clock } = deps;
  const id = newId<"bank-file">();
  const file = {
    id,
    network: "testnet",
    direction,
    name: `${id}-${name}`,
    sha256: createHash("sha256").update(bytes).digest("hex"),
    sizeBytes: bytes.length,
    sealed: seal(keyRing, bytes, fileContext({ network: "testnet", id })),
    duplicateOf: undefined,
  } as const;
  return database.transaction((tx) => insertFile(tx, file, clock.now()));
}

/** A credit that the bank has reported and that is no payment, as an open item. */
export async function reportCredit(
  { database, deps }: Pick<TransferApi, "database" | "deps">,
  reference: string,
  amountCents: bigint,
): Promise<void> {
  const source = { network: "testnet", fileId: undefined, now: deps.clock.now() } as const;
  const item = newItem("unknown_credit", reference, { reference, amountCents, detail: "unmatched credit" });
  await database.transaction((tx) => insertItems(deps, tx, source, [item]));
}
