import { zeroAddress } from "viem";
import { encodeEventTopics, getAddress, hexToBigInt, slice } from "viem/utils";
import {
  ChainDisagreementError,
  ChainUnavailableError,
  type Position,
  type Scan,
  type ScanRequest,
  type TokenTransfer,
} from "../chain.ts";
import { NodeError, type NodePool } from "../node-pool.ts";
import { answered, ask, askAll } from "./ask-nodes.ts";
import { smallest } from "./bigint-bounds.ts";
import { type EvmHead, type HeadTerms, headQuestionCount, headQuestions, readHead } from "./chain-head.ts";
import { type Log, quantity, readBlock, readLogs } from "./node-answers.ts";
import { stablecoinAbi } from "./stablecoin-abi.ts";

const maxBlocks = 2_000n;
const maxContractsInQuestion = 200;

/** What came and went since a position that was final, read from the tokens' own log. */
export async function scanTransfers(
  nodes: NodePool,
  terms: HeadTerms,
  { after, contracts }: ScanRequest,
): Promise<Scan> {
  const head = await askHead(nodes, terms, after);
  if (after === undefined) {
    const final = await askPosition(nodes, head.finalHeight);
    return { final, head: final.height, transfers: [] };
  }
  const wanted = smallest(head.latest.height, after.height + maxBlocks);
  const { logs, scannedTo } = await askLogs(nodes, contracts, { from: after.height + 1n, to: wanted });
  const finalHeight = smallest(head.finalHeight, scannedTo);
  const final = finalHeight > after.height ? await askPosition(nodes, finalHeight) : after;
  return { final, head: scannedTo, transfers: logs.map(readTransfer) };
}

/** The head, of a node that still knows the position as it was. */
async function askHead(nodes: NodePool, terms: HeadTerms, after: Position | undefined): Promise<EvmHead> {
  const answers = await askAll(nodes, [
    ...headQuestions(terms),
    ...(after === undefined
      ? []
      : [{ method: "eth_getBlockByNumber", params: [quantity(after.height), false] }]),
  ]);
  const head = readHead(answers, terms);
  if (after === undefined) return head;
  const block = answered(answers[headQuestionCount]);
  if (block === null) {
    // It is behind, which is no lie; another may be further.
    nodes.distrust();
    throw new ChainUnavailableError(`the node does not have block ${after.height} yet`);
  }
  if (readBlock(block).hash !== after.hash) {
    nodes.distrust();
    throw new ChainDisagreementError(`block ${after.height} was final and is another one now`);
  }
  return head;
}

async function askPosition(nodes: NodePool, height: bigint): Promise<Position> {
  const block = await ask(nodes, "eth_getBlockByNumber", [quantity(height), false]);
  if (block === null) throw new ChainUnavailableError(`the node does not have block ${height}`);
  return { height, hash: readBlock(block).hash };
}

interface Range {
  readonly from: bigint;
  readonly to: bigint;
}

interface Found {
  readonly logs: readonly Log[];
  readonly scannedTo: bigint;
}

/** Nodes refuse to answer too much at once, each by its own measure; then fewer blocks are asked for. */
async function askLogs(nodes: NodePool, contracts: readonly string[], { from, to }: Range): Promise<Found> {
  if (to < from) return { logs: [], scannedTo: from - 1n };
  for (let end = to; ; end = from + (end - from) / 2n) {
    try {
      return { logs: await askRange(nodes, contracts, { from, to: end }), scannedTo: end };
    } catch (error) {
      if (!(error instanceof NodeError)) throw error;
      if (end === from) throw new ChainUnavailableError("a node would not answer", { cause: error });
    }
  }
}

async function askRange(
  nodes: NodePool,
  contracts: readonly string[],
  { from, to }: Range,
): Promise<readonly Log[]> {
  const logs: Log[] = [];
  for (let start = 0; start < contracts.length; start += maxContractsInQuestion) {
    const filter = {
      address: contracts.slice(start, start + maxContractsInQuestion),
      topics: [transferTopic],
      fromBlock: quantity(from),
      toBlock: quantity(to),
    };
    logs.push(...readLogs(await nodes.call("eth_getLogs", [filter])));
  }
  return logs;
}

const [transferTopic] = encodeEventTopics({ abi: stablecoinAbi, eventName: "Transfer" });

function readTransfer({ contract, topics, data, ...place }: Log): TokenTransfer {
  return {
    contract,
    from: readParty(topics[1]),
    to: readParty(topics[2]),
    units: hexToBigInt(data),
    ...place,
  };
}

/** Undefined for the zero address: tokens that come from it are minted, those that go to it are burned. */
function readParty(topic: Log["topics"][number] | undefined): string | undefined {
  if (topic === undefined) throw new ChainUnavailableError("a transfer is without its parties");
  const address = getAddress(slice(topic, 12));
  return address === zeroAddress ? undefined : address;
}
