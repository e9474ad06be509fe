import { createHash } from "node:crypto";
import type { Instant } from "../kernel/instant.ts";
import { type LedgerAccount, pathOf } from "./ledger-account.ts";
import type { LedgerScope, OperationType } from "./operation.ts";

/** The content of a record. */
export interface RecordContent {
  readonly sequence: bigint;
  readonly at: Instant;
  readonly type: OperationType;
  readonly key: string;
  readonly holdKey: string | undefined;
  readonly lines: readonly {
    readonly number: bigint;
    readonly account: LedgerAccount;
    readonly units: bigint;
  }[];
}

/** The previous hash of the first record of every journal. */
export const genesisHash: Buffer = Buffer.alloc(32);

/**
 * SHA-256 over the previous hash and the full content of the record. To change, drop or swap records, an attacker would
 * have to change every later hash too, and the head that is stored elsewhere.
 */
export function hashRecord(scope: LedgerScope, previousHash: Buffer, record: RecordContent): Buffer {
  return createHash("sha256").update(previousHash).update(recordText(scope, record)).digest();
}

/** The hashed text: JSON with members in this order, so that it can be recomputed by hand. */
export function recordText({ tenantId, network }: LedgerScope, record: RecordContent): string {
  const lines = record.lines.map(({ number, account, units }) => [
    number.toString(),
    pathOf(account),
    account.asset.scale,
    units.toString(),
  ]);
  return JSON.stringify([
    "florin-ledger-1",
    tenantId,
    network,
    record.sequence.toString(),
    record.at,
    record.type,
    record.key,
    record.holdKey ?? null,
    lines,
  ]);
}
