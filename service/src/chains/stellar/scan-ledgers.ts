import { chunks } from "../../db/settle-or-split.ts";
import {
  ChainDisagreementError,
  ChainUnavailableError,
  type Position,
  type Scan,
  type ScanRequest,
  type TokenTransfer,
} from "../chain.ts";
import { NodeError, type NodePool } from "../node-pool.ts";
import { ask } from "./ask-nodes.ts";
import { hashQuestion, readHash, readHashes } from "./ledger-hashes.ts";
import { eventsResponse, latestLedgerResponse, type NodeEvent, readResponse } from "./node-responses.ts";
import { readAsset } from "./stellar-asset.ts";
import { indexOf, readMovement } from "./token-events.ts";

const maxLedgersInScan = 1000;
/** Limits of Stellar RPC: five filters of five contracts each. */
const contractsInFilter = 5;
const filtersInQuestion = 5;
const eventsInPage = 1000;
const maxPages = 1000;

export async function scanLedgers(nodes: NodePool, passphrase: string, request: ScanRequest): Promise<Scan> {
  if (request.after === undefined) {
    const latest = await ask(nodes, latestQuestion, latestLedgerResponse);
    const final = { height: BigInt(latest.sequence), hash: latest.id };
    return { final, head: final.height, transfers: [] };
  }
  const latest = await headAfter(nodes, request.after);
  const start = Number(request.after.height) + 1;
  const end = Math.min(latest, start + maxLedgersInScan - 1);
  if (end < start) return { final: request.after, head: request.after.height, transfers: [] };
  const contracts = contractsById(request.contracts, passphrase);
  const events: NodeEvent[] = [];
  for (const group of chunks([...contracts.keys()], contractsInFilter * filtersInQuestion))
    events.push(...(await readEvents(nodes, group, { start, end })));
  const hashes = await readHashes(nodes, [...events.map(({ ledger }) => ledger), end]);
  return {
    final: { height: BigInt(end), hash: hashes.get(end) ?? "" },
    head: BigInt(end),
    transfers: events.flatMap((event) => transferOf(event, contracts, hashes)),
  };
}

/** Skips invalid contracts, so that they do not block the scan of the others. */
function contractsById(contracts: readonly string[], passphrase: string): ReadonlyMap<string, string> {
  return new Map(
    contracts.flatMap((contract) => {
      const asset = readAsset(contract);
      return asset === undefined ? [] : [[asset.contractId(passphrase), contract] as const];
    }),
  );
}

const latestQuestion = { method: "getLatestLedger", params: {} };

/** The latest ledger of a node with the same history up to the scan position. */
async function headAfter(nodes: NodePool, after: Position): Promise<number> {
  const sequence = Number(after.height);
  const accept = ([latest, hash]: readonly unknown[]): void => {
    // A lagging node has nothing new; it is used again when it has caught up.
    if (readResponse(latestLedgerResponse, latest).sequence >= sequence) verify(hash, after);
  };
  const [latest] = await nodes.callMany([latestQuestion, hashQuestion(sequence)], { accept });
  return readResponse(latestLedgerResponse, latest).sequence;
}

function verify(hash: unknown, after: Position): void {
  if (hash instanceof NodeError)
    throw new ChainUnavailableError("RPC node does not retain the ledger at the scan position", {
      cause: hash,
    });
  if (readHash(hash, Number(after.height)) !== after.hash)
    throw new ChainDisagreementError(`ledger ${after.height} has another hash than before`);
}

interface Range {
  readonly start: number;
  readonly end: number;
}

async function readEvents(
  nodes: NodePool,
  contractIds: readonly string[],
  { start, end }: Range,
): Promise<readonly NodeEvent[]> {
  const filters = chunks(contractIds, contractsInFilter).map((group) => ({
    type: "contract",
    contractIds: group,
  }));
  const events: NodeEvent[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < maxPages; page += 1) {
    const range = cursor === undefined ? { startLedger: start, endLedger: end + 1 } : {};
    const pagination = { limit: eventsInPage, ...(cursor === undefined ? {} : { cursor }) };
    const params = { ...range, filters, pagination };
    const response = await ask(nodes, { method: "getEvents", params }, eventsResponse);
    // Each page may come from another node; if it is behind, events would be missing.
    if (response.latestLedger < end) throw new ChainUnavailableError("RPC node is behind the others");
    const found = response.events ?? [];
    events.push(...found.filter(({ ledger }) => ledger <= end));
    cursor = found.at(-1)?.id;
    const isLast = found.length < eventsInPage || found.some(({ ledger }) => ledger > end);
    if (isLast) return events;
  }
  throw new ChainUnavailableError("too many events for one scan");
}

function transferOf(
  event: NodeEvent,
  contracts: ReadonlyMap<string, string>,
  hashes: ReadonlyMap<number, string>,
): readonly TokenTransfer[] {
  const contract = contracts.get(event.contractId);
  const movement = contract === undefined ? undefined : readMovement(event);
  if (contract === undefined || movement === undefined) return [];
  return [
    {
      contract,
      ...movement,
      transactionId: event.txHash,
      index: indexOf(event.id),
      height: BigInt(event.ledger),
      blockHash: hashes.get(event.ledger) ?? "",
    },
  ];
}
