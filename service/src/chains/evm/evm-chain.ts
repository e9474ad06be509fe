import { bytesToHex, getAddress, hexToBytes, serializeTransaction } from "viem/utils";
import { assert } from "../../kernel/assert.ts";
import { largest } from "../../kernel/bigint-bounds.ts";
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
import { knownChain } from "../known-chains.ts";
import { NodeError, type NodePool, verifyNodes } from "../node-pool.ts";
import type { KeyRole, Signer } from "../signer.ts";
import { evmAddressOf, parseEvmAddress } from "./address.ts";
import { ask, resultOf } from "./ask-nodes.ts";
import { evaluateRefusal } from "./broadcast-outcome.ts";
import {
  type EvmFinality,
  type HeadTerms,
  headQuestionCount,
  headQuestions,
  readHead,
} from "./chain-head.ts";
import { checkOperations } from "./check-operations.ts";
import {
  type AuthorizationWindow,
  type CallData,
  type EncodeDeps,
  encodeOperation,
} from "./encode-operation.ts";
import { type FeeLimits, type GasFee, offerFee, watchConditions, writeOffer } from "./fees.ts";
import { keccak256OfHex } from "./keccak.ts";
import { readQuantity, readText } from "./node-responses.ts";
import { readMarks, readPendingNonces } from "./read-marks.ts";
import { readStatuses } from "./read-statuses.ts";
import { readBalances, readFinalSupply, readSupply } from "./read-tokens.ts";
import { readRoleHolders } from "./role-holders.ts";
import { createBlockRange, scanTransfers } from "./scan-transfers.ts";
import { referenceHash } from "./stablecoin-abi.ts";
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
  /** Administers and upgrades new tokens instead of the platform's deployer, such as a timelock or a multisig. */
  readonly tokenAdmin?: string;
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
  const nodes = nodesOfChain(options);
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
    markOf: referenceHash,
    marksIn: (transactionIds, source) => readMarks(nodes, transactionIds, source),
    isQuiet: async (senders) => (await readPendingNonces(nodes, senders)).length === 0,
    pendingNonces: (senders) => readPendingNonces(nodes, senders),
    scan: (request) => scanTransfers({ nodes, terms, range }, request),
    supply: (contract) => readSupply(nodes, contract),
    finalSupply: (contract) => readFinalSupply(nodes, terms, contract),
    balances: (contract, holders) => readBalances(nodes, contract, holders),
    roleHolders: (contract) =>
      readRoleHolders({ nodes, signer: options.signer, tokenAdmin: options.tokenAdmin }, contract),
    gasBalance: async (address) => readQuantity(await ask(nodes, "eth_getBalance", [address, "latest"])),
    head: () => readChainHead(nodes, terms),
  };
}

function nodesOfChain({ nodes, chainId }: EvmChainOptions): NodePool {
  return verifyNodes(nodes, { method: "eth_chainId", params: [] }, (result) => {
    const actual = readQuantity(resultOf(result));
    if (actual !== BigInt(chainId))
      throw new ChainUnavailableError(`RPC node is on chain ${actual}, expected chain ${chainId}`);
  });
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
  const factor = knownChain(options.key.chain)?.gasFloorFactor ?? 1n;
  const maxFeePerGas = defaultFees.maxFeePerGas * factor;
  const limits: FeeLimits = { ...defaultFees, maxFeePerGas, ...options.fees };
  const encoding: EncodeDeps = {
    signer,
    domains: createTokenDomains(nodes, chainId),
    tokenAdmin: options.tokenAdmin,
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

/**
 * Gas limit of each operation kind: about twice the measured maximum, since unused gas is not paid. Estimates by a node
 * would cost a round trip each and use a state that has passed. A test measures them again.
 */
export const gasLimits: Readonly<Record<ChainOperation["kind"] | "cancelTransaction", bigint>> = {
  deploy: 6_000_000n,
  mint: 200_000n,
  burn: 200_000n,
  transfer: 200_000n,
  freeze: 120_000n,
  unfreeze: 120_000n,
  // The protocol's base cost of a transaction.
  cancelTransaction: 21_000n,
};

interface TransactionTerms {
  readonly chainId: number;
  readonly senderQueue: SenderQueue;
  readonly gas: bigint;
  readonly fee: GasFee;
}

/** Signs an EIP-1559 transaction; its id is the hash of exactly these bytes. */
export async function signTransaction(
  signer: Signer,
  { to, data, contract }: CallData,
  { chainId, senderQueue, gas, fee }: TransactionTerms,
): Promise<Prepared> {
  assert(senderQueue.sequence !== undefined, "an EVM transaction has a nonce");
  const transaction = {
    type: "eip1559",
    chainId,
    nonce: Number(senderQueue.sequence),
    ...(to === undefined ? {} : { to: getAddress(to) }),
    data,
    value: 0n,
    gas,
    ...fee,
  } as const;
  const digest = keccak256OfHex(serializeTransaction(transaction));
  const signature = await signer.sign(senderQueue.key, hexToBytes(digest));
  const serialized = serializeTransaction(transaction, {
    r: bytesToHex(signature.subarray(0, 32)),
    s: bytesToHex(signature.subarray(32, 64)),
    yParity: signature[64] ?? 0,
  });
  return {
    transactionId: keccak256OfHex(serialized),
    bytes: hexToBytes(serialized),
    fee: writeOffer(fee),
    expiresAtHeight: undefined,
    ...(contract === undefined ? {} : { contract }),
  };
}
