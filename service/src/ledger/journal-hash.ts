import { createHash } from "node:crypto";
import type { Instant } from "../kernel/instant.ts";
import { type LedgerAccount, pathOf } from "./ledger-account.ts";
import type { LedgerScope, OperationType } from "./operation.ts";

/** All that a record says. */
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

/** What the first record of every journal is chained to. */
export const genesisHash: Buffer = Buffer.alloc(32);

/**
 * SHA-256 over the hash before it and the record's whole content. Whoever changes a record, drops one or swaps two
 * would have to change every later hash as well, and the head that was written down elsewhere.
 */
export function hashRecord(scope: LedgerScope, previousHash: Buffer, record: RecordContent): Buffer {
  return createHash("sha256").update(previousHash).update(recordText(scope, record)).digest();
}

/** The text that is hashed: JSON, its members in this order, so that anybody can compute it again by hand. */
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
