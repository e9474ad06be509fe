import type { Hex } from "viem";
import { encodeEventTopics, getAddress, hexToBigInt, size, slice } from "viem/utils";
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
import { answered, ask } from "./ask-nodes.ts";
import { largest, smallest } from "./bigint-bounds.ts";
import type { BlockRange } from "./block-range.ts";
import { type EvmHead, type HeadTerms, headQuestionCount, headQuestions, readHead } from "./chain-head.ts";
import { type Log, quantity, readBlock, readLogs } from "./node-answers.ts";
import { stablecoinAbi } from "./stablecoin-abi.ts";

export interface ScanDeps {
  readonly nodes: NodePool;
  readonly terms: HeadTerms;
  readonly range: BlockRange;
}

const maxContractsInQuestion = 200;

/** What came and went since a position that was final, read from the tokens' own log. */
export async function scanTransfers(deps: ScanDeps, { after, contracts }: ScanRequest): Promise<Scan> {
  const { nodes, terms } = deps;
  const head = await askHead(nodes, terms, after);
  if (after === undefined) {
    const block = await ask(nodes, "eth_getBlockByNumber", [quantity(head.finalHeight), false]);
    const final = readPosition(block, head.finalHeight);
    return { final, head: final.height, transfers: [] };
  }
  if (head.latest.height <= after.height) return { final: after, head: after.height, transfers: [] };
  return askTransfers(deps, contracts, { after, head });
}

/** The head, of a node that still knows the position as it was. */
async function askHead(nodes: NodePool, terms: HeadTerms, after: Position | undefined): Promise<EvmHead> {
  if (after === undefined) return readHead(await nodes.callMany(headQuestions(terms)), terms);
  const questions = [...headQuestions(terms), blockQuestion(after.height)];
  const accept = (answers: readonly unknown[]): void => verify(answers[headQuestionCount], after);
  return readHead(await nodes.callMany(questions, { accept }), terms);
}

function blockQuestion(height: bigint): NodeQuestion {
  return { method: "eth_getBlockByNumber", params: [quantity(height), false] };
}

function verify(answer: unknown, after: Position): void {
  // One that does not have it is behind, which is no lie; another may be further.
  if (readPosition(answer, after.height).hash !== after.hash)
    throw new ChainDisagreementError(`block ${after.height} was final and is another one now`);
}

function readPosition(answer: unknown, height: bigint): Position {
  const block = answered(answer);
  if (block === null) throw new ChainUnavailableError(`the node does not have block ${height} yet`);
  return { height, hash: readBlock(block).hash };
}

interface Unread {
  readonly after: Position;
  readonly head: EvmHead;
}

/**
 * Nodes refuse to answer too much at once, each by its own measure; then fewer blocks are asked for. Some do not refuse,
 * but fall silent or answer more than can be read: then the next scan asks for fewer, because silence takes long.
 */
async function askTransfers(deps: ScanDeps, contracts: readonly string[], unread: Unread): Promise<Scan> {
  const { height } = unread.after;
  for (;;) {
    const to = smallest(unread.head.latest.height, height + deps.range.blocks());
    try {
      return await askRange(deps.nodes, contracts, unread, to);
    } catch (error) {
      const isRefusal = error instanceof NodeError;
      if (!isRefusal && !(error instanceof ChainUnavailableError)) throw error;
      // Silence has many causes; it does not prove that these few blocks were too many.
      const canBeLess = deps.range.narrow(isRefusal ? to - height : deps.range.blocks());
      if (isRefusal && canBeLess) continue;
      throw isRefusal ? new ChainUnavailableError("a node would not answer", { cause: error }) : error;
    }
  }
}

/**
 * One message, with the block where the next scan begins: a node that is behind finds nothing in blocks that it does not
 * have, and does not say so. What is not final yet is read again.
 */
async function askRange(
  nodes: NodePool,
  contracts: readonly string[],
  { after, head }: Unread,
  to: bigint,
): Promise<Scan> {
  const finalHeight = largest(after.height, smallest(head.finalHeight, to));
  const questions = [
    blockQuestion(finalHeight),
    ...logQuestions(contracts, quantity(after.height + 1n), quantity(to)),
  ];
  const accept = ([block]: readonly unknown[]): void => void readPosition(block, finalHeight);
  const [block, ...answers] = await nodes.callMany(questions, { accept });
  const transfers = answers.flatMap((logs) => {
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

/** ERC-20: two indexed parties and one amount. A contract may say anything under this name, and it stops nobody. */
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

/** Undefined for the zero address: tokens that come from it are minted, those that go to it are burned. */
function readParty(topic: Log["topics"][number] | undefined): string | undefined {
  if (topic === undefined) throw new ChainUnavailableError("a transfer is without its parties");
  const address = getAddress(slice(topic, 12));
  return address === zeroAddress ? undefined : address;
}
