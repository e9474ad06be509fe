import { createHash } from "node:crypto";
import { xdr } from "@stellar/stellar-base";
import { baseReserve } from "./reserves.ts";
import { baseFee } from "./validate-transaction.ts";
import { writeInt64 } from "./xdr-reading.ts";

export const protocolVersion = 23;

/** A protocol header; its hash is the hash of its XDR, which contains the previous hash. */
export interface LedgerHeader {
  readonly sequence: number;
  readonly hash: string;
  /** In seconds. */
  readonly closeTime: number;
  /** The header alone. */
  readonly headerXdr: string;
  /** The header with its hash (LedgerHeaderHistoryEntry). */
  readonly entryXdr: string;
}

export interface HeaderContent {
  readonly closeTime: number;
  /** Hashed in place of the bucket list, which the simulator does not have. */
  readonly mark: string;
  readonly results: readonly string[];
}

const noHash = Buffer.alloc(32);
const skips = 4;
const maxTransactions = 1000;

export function nextHeader(before: LedgerHeader | undefined, content: HeaderContent): LedgerHeader {
  const sequence = (before?.sequence ?? 0) + 1;
  const results = sha256(content.results.join("\n"));
  const header = new xdr.LedgerHeader({
    ledgerVersion: protocolVersion,
    previousLedgerHash: before === undefined ? noHash : Buffer.from(before.hash, "hex"),
    scpValue: new xdr.StellarValue({
      txSetHash: results,
      closeTime: new xdr.Uint64(BigInt(content.closeTime)),
      upgrades: [],
      ext: xdr.StellarValueExt.stellarValueBasic(),
    }),
    txSetResultHash: results,
    bucketListHash: sha256(content.mark),
    ledgerSeq: sequence,
    totalCoins: writeInt64(0n),
    feePool: writeInt64(0n),
    inflationSeq: 0,
    idPool: new xdr.Uint64(0n),
    baseFee: Number(baseFee),
    baseReserve: Number(baseReserve),
    maxTxSetSize: maxTransactions,
    skipList: Array.from({ length: skips }, () => noHash),
    ext: new xdr.LedgerHeaderExt(0),
  });
  const hash = createHash("sha256").update(header.toXDR()).digest();
  const entry = new xdr.LedgerHeaderHistoryEntry({
    hash,
    header,
    ext: new xdr.LedgerHeaderHistoryEntryExt(0),
  });
  return {
    sequence,
    hash: hash.toString("hex"),
    closeTime: content.closeTime,
    headerXdr: header.toXDR("base64"),
    entryXdr: entry.toXDR("base64"),
  };
}

function sha256(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
