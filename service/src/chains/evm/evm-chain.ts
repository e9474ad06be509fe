import { bytesToHex } from "viem/utils";
import {
  type BroadcastVerdict,
  type Chain,
  type ChainHead,
  type ChainOperation,
  ChainUnavailableError,
  type FeeOffer,
  type Lane,
  type LanePlan,
  type Prepared,
} from "../chain.ts";
import { type ChainKey, familyOf } from "../chain-name.ts";
import { NodeError, type NodePool } from "../node-pool.ts";
import type { KeyDuty, Signer } from "../signer.ts";
import { evmAddressOf, parseEvmAddress } from "./address.ts";
import { answered, ask } from "./ask-nodes.ts";
import { largest } from "./bigint-bounds.ts";
import { createBlockRange } from "./block-range.ts";
import { judgeRefusal } from "./broadcast-verdict.ts";
import { watchConditions } from "./chain-conditions.ts";
import {
  type EvmFinality,
  type HeadTerms,
  headQuestionCount,
  headQuestions,
  readHead,
} from "./chain-head.ts";
import { checkOperations } from "./check-operations.ts";
import type { ConsentWindow } from "./consent.ts";
import { type EncodeDeps, encodeOperation } from "./encode-operation.ts";
import { type FeeLimits, offerFee } from "./fees.ts";
import { gasLimits } from "./gas-limits.ts";
import { readQuantity, readText } from "./node-answers.ts";
import { nodesOfChain } from "./nodes-of-chain.ts";
import { readStatuses } from "./read-statuses.ts";
import { readBalances, readSupply } from "./read-tokens.ts";
import { scanTransfers } from "./scan-transfers.ts";
import { signTransaction } from "./sign-transaction.ts";
import { createTokenDomains } from "./token-domains.ts";

export interface EvmChainOptions {
  readonly key: ChainKey;
  readonly nodes: NodePool;
  readonly chainId: number;
  readonly signer: Signer;
  readonly finality: EvmFinality;
  readonly now: () => number;
  readonly fees?: Partial<FeeLimits>;
  readonly consent?: ConsentWindow;
  /** Of each lane; what a pool of transactions takes of one sender. */
  readonly maxInFlight?: number;
}

const gwei = 10n ** 9n;
const defaultFees: FeeLimits = { maxFeePerGas: 500n * gwei, minTipPerGas: gwei / 100n };
const defaultConsent: ConsentWindow = { seconds: 1_800, runsOutBy: "blocks" };
const defaultMaxInFlight = 256;

const laneDuties: readonly KeyDuty[] = ["gas", "minter", "deployer", "freezer", "outsider"];

/** A chain that runs the Ethereum virtual machine. */
export function createEvmChain(options: EvmChainOptions): Chain {
  const { key, now, consent = defaultConsent } = options;
  const nodes = nodesOfChain(options.nodes, options.chainId);
  const terms: HeadTerms = { finality: options.finality };
  const prepare = createPreparer({ ...options, nodes });
  const range = createBlockRange(now);
  return {
    key,
    family: familyOf(key.chain),
    lanes: planLanes(options.maxInFlight ?? defaultMaxInFlight),
    scansByHolder: false,
    parseAddress: parseEvmAddress,
    addressOf: evmAddressOf,
    dutyOf,
    nextSequence: async ({ address }) =>
      readQuantity(await ask(nodes, "eth_getTransactionCount", [address, "latest"])),
    check: (operations) => checkOperations(nodes, operations),
    prepare,
    prepareFiller: (lane, replaces) => prepare("filler", lane, replaces),
    broadcast: (bytes) => broadcast(nodes, bytes),
    statuses: (questions) => readStatuses({ nodes, terms, consent, now }, questions),
    scan: (request) => scanTransfers({ nodes, terms, range }, request),
    supply: (contract) => readSupply(nodes, contract),
    balances: (contract, holders) => readBalances(nodes, contract, holders),
    gasBalance: async (address) => readQuantity(await ask(nodes, "eth_getBalance", [address, "latest"])),
    head: () => readChainHead(nodes, terms),
  };
}

function planLanes(maxInFlight: number): readonly LanePlan[] {
  return laneDuties.map((duty) => ({ duty, count: 1, maxInFlight }));
}

function dutyOf(operation: ChainOperation): KeyDuty {
  switch (operation.kind) {
    case "deploy":
      return operation.authority === "platform" ? "deployer" : "outsider";
    case "mint":
      return operation.authority === "platform" ? "minter" : "outsider";
    case "burn":
      return "minter";
    case "transfer":
      return "gas";
    case "freeze":
    case "unfreeze":
      return "freezer";
  }
}

type Preparer = (wish: ChainOperation | "filler", lane: Lane, replaces?: FeeOffer) => Promise<Prepared>;

function createPreparer(options: EvmChainOptions): Preparer {
  const { nodes, signer, chainId, now, consent = defaultConsent } = options;
  const conditions = watchConditions(nodes, now);
  const limits: FeeLimits = { ...defaultFees, ...options.fees };
  const encoding: EncodeDeps = {
    signer,
    domains: createTokenDomains(nodes, chainId),
    // A chain that rests tells an old time, and one that makes many blocks may be ahead of the clock.
    consentEnd: async () => {
      const { timestamp } = await conditions();
      const clock = BigInt(Math.floor(now() / 1_000));
      return largest(clock, timestamp) + BigInt(consent.seconds);
    },
  };
  return async (wish, lane, replaces) => {
    const { market } = await conditions();
    const isFiller = wish === "filler";
    const callData = isFiller
      ? ({ to: lane.address, data: "0x" } as const)
      : await encodeOperation(encoding, wish, lane);
    const gas = gasLimits[isFiller ? "filler" : wish.kind];
    const fee = offerFee(market, limits, replaces);
    return signTransaction(signer, callData, { chainId, lane, gas, fee });
  };
}

async function broadcast(nodes: NodePool, bytes: Uint8Array): Promise<BroadcastVerdict> {
  try {
    await nodes.call("eth_sendRawTransaction", [bytesToHex(bytes)], { kind: "send" });
    return { answer: "accepted" };
  } catch (error) {
    if (error instanceof NodeError) return judgeRefusal(error.message);
    if (error instanceof ChainUnavailableError) return { answer: "unknown" };
    throw error;
  }
}

async function readChainHead(nodes: NodePool, terms: HeadTerms): Promise<ChainHead> {
  const answers = await nodes.callMany([
    ...headQuestions(terms),
    { method: "web3_clientVersion", params: [] },
  ]);
  const { latest, finalHeight } = readHead(answers, terms);
  return { height: latest.height, finalHeight, node: readText(answered(answers[headQuestionCount])) };
}
