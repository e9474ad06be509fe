import { createHash } from "node:crypto";
import type { Instant } from "../kernel/instant.ts";
import { type LedgerAccount, pathOf } from "./ledger-account.ts";
import type { LedgerScope, OperationType } from "./operation.ts";

/** What an operation records, wherever it comes in the journal. */
export interface RecordedContent {
  readonly type: OperationType;
  readonly key: string;
  readonly holdKey: string | undefined;
  readonly lines: readonly { readonly account: LedgerAccount; readonly units: bigint }[];
}

/** The content of a record. */
export interface RecordContent extends RecordedContent {
  readonly sequence: bigint;
  readonly at: Instant;
  readonly lines: readonly {
    readonly number: bigint;
    readonly account: LedgerAccount;
    readonly units: bigint;
  }[];
}

/** The previous hash of the first record of every journal. */
export const genesisHash: Buffer = Buffer.alloc(32);

/**
 * SHA-256 over the previous hash, the sequence, the time and the digest of the content. To change, drop or swap records, an
 * attacker would have to change every later hash too, and the head that is stored elsewhere. A node computes the digest
 * before the journal is locked; the database adds the rest (`record-operations.sql`).
 */
export function hashRecord(scope: LedgerScope, previousHash: Buffer, record: RecordContent): Buffer {
  const position = Buffer.alloc(16);
  position.writeBigInt64BE(record.sequence);
  position.writeBigInt64BE(BigInt(record.at), 8);
  const hash = createHash("sha256").update(previousHash).update(position);
  return hash.update(digestContent(scope, record)).digest();
}

export function digestContent(scope: LedgerScope, content: RecordedContent): Buffer {
  return createHash("sha256").update(contentText(scope, content)).digest();
}

/** The digested text: JSON with members in this order, so that it can be recomputed by hand. */
export function contentText(
  { tenantId, network }: LedgerScope,
  { type, key, holdKey, lines }: RecordedContent,
): string {
  const lineTexts = lines.map(({ account, units }) => [
    pathOf(account),
    account.asset.scale,
    units.toString(),
  ]);
  return JSON.stringify(["florin-ledger-2", tenantId, network, type, key, holdKey ?? null, lineTexts]);
}

/** The first format, in which a node hashed all of a record while it had the journal locked. */
export function hashInFirstFormat(scope: LedgerScope, previousHash: Buffer, record: RecordContent): Buffer {
  return createHash("sha256").update(previousHash).update(textInFirstFormat(scope, record)).digest();
}

function textInFirstFormat({ tenantId, network }: LedgerScope, record: RecordContent): string {
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
