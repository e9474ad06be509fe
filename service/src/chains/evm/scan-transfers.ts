import type { Hex } from "viem";
import { encodeEventTopics, getAddress, hexToBigInt, size, slice } from "viem/utils";
import { largest, smallest } from "../../kernel/bigint-bounds.ts";
import {
  ChainDisagreementError,
  ChainUnavailableError,
  type Position,
  type Scan,
  type ScanRequest,
  type TokenTransfer,
} from "../chain.ts";
import { NodeError, type NodePool, type NodeQuestion } from "../node-pool.ts";
import { zeroAddress } from "./address.ts";
import { ask, resultOf } from "./ask-nodes.ts";
import { type EvmHead, type HeadTerms, headQuestionCount, headQuestions, readHead } from "./chain-head.ts";
import { type Log, quantity, readBlock, readLogs } from "./node-responses.ts";
import { stablecoinAbi } from "./stablecoin-abi.ts";

export interface ScanDeps {
  readonly nodes: NodePool;
  readonly terms: HeadTerms;
  readonly range: BlockRange;
}

const maxContractsInQuestion = 200;

/** Transfers since a final position, from the tokens' logs. */
export async function scanTransfers(deps: ScanDeps, { after, contracts }: ScanRequest): Promise<Scan> {
  const { nodes, terms } = deps;
  const head = await fetchHead(nodes, terms, after);
  if (after === undefined) {
    const block = await ask(nodes, "eth_getBlockByNumber", [quantity(head.finalHeight), false]);
    const final = readPosition(block, head.finalHeight);
    return { final, head: final.height, transfers: [] };
  }
  if (head.latest.height <= after.height) return { final: after, head: after.height, transfers: [] };
  return fetchTransfers(deps, contracts, { after, head });
}

/** The head of a node that has the same block at the scan position. */
async function fetchHead(nodes: NodePool, terms: HeadTerms, after: Position | undefined): Promise<EvmHead> {
  if (after === undefined) return readHead(await nodes.callMany(headQuestions(terms)), terms);
  const questions = [...headQuestions(terms), blockQuestion(after.height)];
  const accept = (results: readonly unknown[]): void => verify(results[headQuestionCount], after);
  return readHead(await nodes.callMany(questions, { accept }), terms);
}

function blockQuestion(height: bigint): NodeQuestion {
  return { method: "eth_getBlockByNumber", params: [quantity(height), false] };
}

function verify(result: unknown, after: Position): void {
  // A node without this block is behind, which is not a disagreement; another may be further.
  if (readPosition(result, after.height).hash !== after.hash)
    throw new ChainDisagreementError(`block ${after.height} was final and now has another hash`);
}

function readPosition(result: unknown, height: bigint): Position {
  const block = resultOf(result);
  if (block === null) throw new ChainUnavailableError(`the node does not have block ${height} yet`);
  return { height, hash: readBlock(block).hash };
}

interface ScanStart {
  readonly after: Position;
  readonly head: EvmHead;
}

/**
 * Nodes reject large results, each by its own limit; the range is halved and retried then. Some time out or return more
 * than can be read instead: then the next scan uses a smaller range, because timeouts are slow.
 */
async function fetchTransfers(
  deps: ScanDeps,
  contracts: readonly string[],
  unread: ScanStart,
): Promise<Scan> {
  const { height } = unread.after;
  for (;;) {
    const to = smallest(unread.head.latest.height, height + deps.range.blocks());
    try {
      return await fetchRange(deps.nodes, contracts, unread, to);
    } catch (error) {
      const isRefusal = error instanceof NodeError;
      if (!isRefusal && !(error instanceof ChainUnavailableError)) throw error;
      // A timeout has many causes; it does not prove that this range was too large.
      const canBeLess = deps.range.narrow(isRefusal ? to - height : deps.range.blocks());
      if (isRefusal && canBeLess) continue;
      throw isRefusal ? new ChainUnavailableError("RPC node rejected the request", { cause: error }) : error;
    }
  }
}

/**
 * One batch, including the block at which the next scan starts: a lagging node returns no logs for blocks that it does
 * not have, without an error. Blocks that are not final are read again.
 */
async function fetchRange(
  nodes: NodePool,
  contracts: readonly string[],
  { after, head }: ScanStart,
  to: bigint,
): Promise<Scan> {
  const finalHeight = largest(after.height, smallest(head.finalHeight, to));
  const questions = [
    blockQuestion(finalHeight),
    ...logQuestions(contracts, quantity(after.height + 1n), quantity(to)),
  ];
  const accept = ([block]: readonly unknown[]): void => void readPosition(block, finalHeight);
  const [block, ...results] = await nodes.callMany(questions, { accept });
  const transfers = results.flatMap((logs) => {
    if (logs instanceof NodeError) throw logs;
    return readLogs(logs).filter(isTokenTransfer).map(readTransfer);
  });
  const final = finalHeight > after.height ? readPosition(block, finalHeight) : after;
  return { final, head: to, transfers };
}

function logQuestions(contracts: readonly string[], fromBlock: Hex, toBlock: Hex): readonly NodeQuestion[] {
  const questions: NodeQuestion[] = [];
  for (let start = 0; start < contracts.length; start += maxContractsInQuestion) {
    const address = contracts.slice(start, start + maxContractsInQuestion);
    const filter = { address, topics: [transferTopic], fromBlock, toBlock };
    questions.push({ method: "eth_getLogs", params: [filter] });
  }
  return questions;
}

const [transferTopic] = encodeEventTopics({ abi: stablecoinAbi, eventName: "Transfer" });

/** ERC-20: two indexed addresses and one amount. A malformed event of this name is skipped. */
function isTokenTransfer({ topics, data }: Log): boolean {
  return topics.length === 3 && size(data) === 32;
}

function readTransfer({ contract, topics, data, ...place }: Log): TokenTransfer {
  return {
    contract,
    from: readParty(topics[1]),
    to: readParty(topics[2]),
    units: hexToBigInt(data),
    ...place,
  };
}

/** Undefined for the zero address: the sender of mints, the recipient of burns. */
function readParty(topic: Log["topics"][number] | undefined): string | undefined {
  if (topic === undefined) throw new ChainUnavailableError("a Transfer event lacks its addresses");
  const address = getAddress(slice(topic, 12));
  return address === zeroAddress ? undefined : address;
}

/** Number of blocks per log request. Only a heuristic: losing it costs time and nothing else. */
interface BlockRange {
  blocks(): bigint;
  /** Halves the range after a rejection; false if a single block was rejected, so that the range is not the cause. */
  narrow(tried: bigint): boolean;
}

const maxBlocks = 2_000n;
/** The range doubles after this time without a rejection. */
const patienceMs = 5 * 60_000;
/** Doublings from one block to the maximum. */
const maxDoublings = 11n;

export function createBlockRange(now: () => number): BlockRange {
  let narrowed: { readonly blocks: bigint; readonly at: number } | undefined;
  return {
    blocks: () => {
      if (narrowed === undefined) return maxBlocks;
      const doublings = BigInt(Math.floor((now() - narrowed.at) / patienceMs));
      const grown = narrowed.blocks * 2n ** smallest(doublings, maxDoublings);
      return smallest(grown, maxBlocks);
    },
    narrow: (tried) => {
      narrowed = tried > 1n ? { blocks: tried / 2n, at: now() } : undefined;
      return narrowed !== undefined;
    },
  };
}
