import { bytesToHex } from "viem/utils";
import {
  type BroadcastOutcome,
  type Chain,
  type ChainHead,
  type ChainOperation,
  ChainUnavailableError,
  type FeeOffer,
  type Prepared,
  type SenderQueue,
  type SenderQueuePlan,
} from "../chain.ts";
import { type ChainKey, familyOf } from "../chain-name.ts";
import { NodeError, type NodePool } from "../node-pool.ts";
import type { KeyRole, Signer } from "../signer.ts";
import { evmAddressOf, parseEvmAddress } from "./address.ts";
import { ask, resultOf } from "./ask-nodes.ts";
import type { AuthorizationWindow } from "./authorization.ts";
import { largest } from "./bigint-bounds.ts";
import { createBlockRange } from "./block-range.ts";
import { evaluateRefusal } from "./broadcast-outcome.ts";
import { watchConditions } from "./chain-conditions.ts";
import {
  type EvmFinality,
  type HeadTerms,
  headQuestionCount,
  headQuestions,
  readHead,
} from "./chain-head.ts";
import { checkOperations } from "./check-operations.ts";
import { type EncodeDeps, encodeOperation } from "./encode-operation.ts";
import { type FeeLimits, offerFee } from "./fees.ts";
import { gasLimits } from "./gas-limits.ts";
import { readQuantity, readText } from "./node-responses.ts";
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
  readonly authorization?: AuthorizationWindow;
  /** Per sender queue; mempools limit the pending transactions of one sender. */
  readonly maxInFlight?: number;
}

const gwei = 10n ** 9n;
const defaultFees: FeeLimits = { maxFeePerGas: 500n * gwei, minTipPerGas: gwei / 100n };
const defaultAuthorization: AuthorizationWindow = { seconds: 1_800, runsOutBy: "blocks" };
const defaultMaxInFlight = 256;

const senderRoles: readonly KeyRole[] = ["gas", "minter", "deployer", "freezer", "external_issuer"];

/** A chain that runs the Ethereum virtual machine. */
export function createEvmChain(options: EvmChainOptions): Chain {
  const { key, now, authorization = defaultAuthorization } = options;
  const nodes = nodesOfChain(options.nodes, options.chainId);
  const terms: HeadTerms = { finality: options.finality };
  const prepare = createPreparer({ ...options, nodes });
  const range = createBlockRange(now);
  return {
    key,
    family: familyOf(key.chain),
    senderQueues: planSenderQueues(options.maxInFlight ?? defaultMaxInFlight),
    scansByHolder: false,
    parseAddress: parseEvmAddress,
    addressOf: evmAddressOf,
    roleOf,
    nextSequence: async ({ address }) =>
      readQuantity(await ask(nodes, "eth_getTransactionCount", [address, "latest"])),
    check: (operations) => checkOperations(nodes, operations),
    prepare,
    prepareCancelTransaction: (senderQueue, replaces) => prepare("cancelTransaction", senderQueue, replaces),
    broadcast: (bytes) => broadcast(nodes, bytes),
    statuses: (questions) => readStatuses({ nodes, terms, authorization, now }, questions),
    scan: (request) => scanTransfers({ nodes, terms, range }, request),
    supply: (contract) => readSupply(nodes, contract),
    balances: (contract, holders) => readBalances(nodes, contract, holders),
    gasBalance: async (address) => readQuantity(await ask(nodes, "eth_getBalance", [address, "latest"])),
    head: () => readChainHead(nodes, terms),
  };
}

function planSenderQueues(maxInFlight: number): readonly SenderQueuePlan[] {
  return senderRoles.map((role) => ({ role, count: 1, maxInFlight }));
}

function roleOf(operation: ChainOperation): KeyRole {
  switch (operation.kind) {
    case "deploy":
      return operation.authority === "platform" ? "deployer" : "external_issuer";
    case "mint":
      return operation.authority === "platform" ? "minter" : "external_issuer";
    case "burn":
      return "minter";
    case "transfer":
      return "gas";
    case "freeze":
    case "unfreeze":
      return "freezer";
  }
}

type Preparer = (
  input: ChainOperation | "cancelTransaction",
  senderQueue: SenderQueue,
  replaces?: FeeOffer,
) => Promise<Prepared>;

function createPreparer(options: EvmChainOptions): Preparer {
  const { nodes, signer, chainId, now, authorization = defaultAuthorization } = options;
  const conditions = watchConditions(nodes, now);
  const limits: FeeLimits = { ...defaultFees, ...options.fees };
  const encoding: EncodeDeps = {
    signer,
    domains: createTokenDomains(nodes, chainId),
    // An idle chain has an old block time, and a chain with many blocks may be ahead of the clock.
    authorizationEnd: async () => {
      const { timestamp } = await conditions();
      const clock = BigInt(Math.floor(now() / 1_000));
      return largest(clock, timestamp) + BigInt(authorization.seconds);
    },
  };
  return async (input, senderQueue, replaces) => {
    const { market } = await conditions();
    const isCancelTransaction = input === "cancelTransaction";
    const callData = isCancelTransaction
      ? ({ to: senderQueue.address, data: "0x" } as const)
      : await encodeOperation(encoding, input, senderQueue);
    const gas = gasLimits[isCancelTransaction ? "cancelTransaction" : input.kind];
    const fee = offerFee(market, limits, replaces);
    return signTransaction(signer, callData, { chainId, senderQueue, gas, fee });
  };
}

async function broadcast(nodes: NodePool, bytes: Uint8Array): Promise<BroadcastOutcome> {
  try {
    await nodes.call("eth_sendRawTransaction", [bytesToHex(bytes)], { kind: "send" });
    return { response: "accepted" };
  } catch (error) {
    if (error instanceof NodeError) return evaluateRefusal(error.message);
    if (error instanceof ChainUnavailableError) return { response: "unknown" };
    throw error;
  }
}

async function readChainHead(nodes: NodePool, terms: HeadTerms): Promise<ChainHead> {
  const results = await nodes.callMany([
    ...headQuestions(terms),
    { method: "web3_clientVersion", params: [] },
  ]);
  const { latest, finalHeight } = readHead(results, terms);
  return { height: latest.height, finalHeight, node: readText(resultOf(results[headQuestionCount])) };
}
