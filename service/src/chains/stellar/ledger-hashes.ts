import { chunks } from "../../db/settle-or-split.ts";
import { ChainUnavailableError, type Position } from "../chain.ts";
import type { NodePool } from "../node-pool.ts";
import { ledgersResponse, readResponse } from "./node-responses.ts";

/** A real node returns the whole ledger with its hash, so batches are small. */
const maxLedgersInMessage = 8;

export function hashQuestion(sequence: number): { readonly method: string; readonly params: unknown } {
  return { method: "getLedgers", params: { startLedger: sequence, pagination: { limit: 1 } } };
}

export function readHash(result: unknown, sequence: number): string {
  const ledger = readResponse(ledgersResponse, result).ledgers.find((entry) => entry.sequence === sequence);
  if (ledger === undefined) throw new ChainUnavailableError(`RPC node does not have ledger ${sequence}`);
  return ledger.hash;
}

/** A closed ledger is final. Undefined if its number is not known. */
export async function readPosition(nodes: NodePool, sequence: number | undefined): Promise<Position> {
  if (sequence === undefined) throw new ChainUnavailableError("Horizon did not report its latest ledger");
  const [result] = await nodes.callMany([hashQuestion(sequence)]);
  return { height: BigInt(sequence), hash: readHash(result, sequence) };
}

export async function readHashes(
  nodes: NodePool,
  sequences: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const hashes = new Map<number, string>();
  for (const group of chunks([...new Set(sequences)], maxLedgersInMessage)) {
    const results = await nodes.callMany(group.map(hashQuestion));
    for (const [index, sequence] of group.entries()) hashes.set(sequence, readHash(results[index], sequence));
  }
  return hashes;
}
