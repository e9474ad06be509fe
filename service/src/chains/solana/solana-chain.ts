import { isAddress } from "@solana/kit";
import { assert } from "../../kernel/assert.ts";
import { type Chain, type ChainHead, ChainUnavailableError, type FinalSupply } from "../chain.ts";
import type { ChainKey } from "../chain-name.ts";
import { type NodePool, verifyNodes } from "../node-pool.ts";
import type { Signer } from "../signer.ts";
import { addressOf, parseAddress, toAddress } from "./address.ts";
import { ask } from "./ask-nodes.ts";
import { broadcast } from "./broadcast.ts";
import { check } from "./check.ts";
import { findBlock } from "./find-block.ts";
import { referenceHash } from "./instructions.ts";
import { type Commitment, lamportsOf, nodeVersion, position, tokenSupply } from "./node-responses.ts";
import { type ComputeUnitPrice, createPreparer } from "./prepare.ts";
import { lifetimeSlots, readMarks } from "./read-marks.ts";
import { readRoleHolders } from "./role-holders.ts";
import { readSent, scan } from "./scan.ts";
import { createTokenAccounts, readAccounts, readTokenAccount, type TokenAccounts } from "./token-accounts.ts";
import { statuses } from "./transaction-status.ts";

export interface SolanaChainOptions {
  readonly key: ChainKey;
  readonly nodes: NodePool;
  readonly signer: Signer;
  readonly finality: { readonly commitment: Commitment };
  /** Identifies the cluster, such as mainnet-beta or devnet. Without it, any node is accepted. */
  readonly genesisHash?: string;
  readonly computeUnitPrice?: ComputeUnitPrice;
  readonly now: () => number;
}

const defaultPrice: ComputeUnitPrice = { first: 1_000n, most: 1_000_000n };
const maxInFlight = 256;
const maxTransactionsInScan = 500;

/** One fee payer sends everything; token owners co-sign. There are no nonces, but every transaction expires. */
export function createSolanaChain(options: SolanaChainOptions): Chain {
  const { key, genesisHash } = options;
  const nodes = genesisHash === undefined ? options.nodes : inCluster(options.nodes, genesisHash);
  const finality = options.finality.commitment;
  const tokens = createTokenAccounts(nodes);
  const preparer = createPreparer({
    ...options,
    nodes,
    tokens,
    price: options.computeUnitPrice ?? defaultPrice,
  });

  return {
    key,
    family: "solana",
    senderQueues: [{ role: "gas", count: 1, maxInFlight }],
    scansByHolder: true,
    parseAddress,
    addressOf,
    roleOf: () => "gas",
    nextSequence: async () => undefined,
    check: (operations) => check({ nodes, tokens, addressOf: preparer.addressOf }, operations),
    requiresMemo: async (contract, address) => {
      // An invalid one fails only its own operations.
      if (!isAddress(contract) || !isAddress(address)) return false;
      const account = await tokens.accountOf(toAddress(contract), toAddress(address));
      return readTokenAccount((await readAccounts(nodes, [account])).get(account))?.requiresMemo ?? false;
    },
    prepare: preparer.prepare,
    prepareCancelTransaction: async () => {
      assert(false, "Solana has no nonces to fill");
    },
    broadcast: (bytes) => broadcast(nodes, bytes),
    statuses: (questions) => statuses(nodes, finality, questions),
    markOf: (reference) => referenceHash(reference).toString("hex"),
    marksIn: (transactionIds) => readMarks(nodes, transactionIds),
    sentBy: (senders, after) => readSent(nodes, senders, after),
    isQuiet: async (_senders, since) =>
      (await ask(nodes, position(finality))).absoluteSlot >= since + lifetimeSlots,
    scan: (request) => scan({ nodes, tokens, finality, maxTransactions: maxTransactionsInScan }, request),
    supply: async (contract) => (await ask(nodes, tokenSupply(contract))).units,
    finalSupply: (contract) => finalSupply(nodes, finality, contract),
    balances: (contract, holders) => balances({ nodes, tokens }, contract, holders),
    roleHolders: (contract) => readRoleHolders({ nodes, addressOf: preparer.addressOf }, contract),
    gasBalance: (address) => ask(nodes, lamportsOf(address)),
    head: () => head(nodes, finality),
  };
}

/** Accepts only nodes of one cluster. */
export function inCluster(nodes: NodePool, genesisHash: string): NodePool {
  return verifyNodes(nodes, { method: "getGenesisHash", params: [] }, (hash) => {
    if (hash !== genesisHash) throw new ChainUnavailableError("RPC node belongs to another cluster");
  });
}

async function finalSupply(nodes: NodePool, finality: Commitment, contract: string): Promise<FinalSupply> {
  const { units, slot } = await ask(nodes, tokenSupply(contract, finality));
  const block = await findBlock(nodes, slot, (found) => {
    if (found === undefined)
      throw new ChainUnavailableError(`RPC node does not have the block of slot ${slot}`);
  });
  assert(block !== undefined, "a node without the block is skipped");
  return { units, block: { height: slot, hash: block.blockhash } };
}

interface BalanceDeps {
  readonly nodes: NodePool;
  readonly tokens: TokenAccounts;
}

/** Covers associated token accounts only; other token accounts of a holder are not counted. */
async function balances(
  { nodes, tokens }: BalanceDeps,
  contract: string,
  holders: readonly string[],
): Promise<readonly bigint[]> {
  const places: string[] = [];
  for (const holder of holders) places.push(await tokens.accountOf(toAddress(contract), toAddress(holder)));
  const accounts = await readAccounts(nodes, places);
  return places.map((place) => readTokenAccount(accounts.get(place))?.units ?? 0n);
}

/** Heights are slots; only the expiry of a transaction is a block height, and only `statuses` evaluates it. */
async function head(nodes: NodePool, finality: Commitment): Promise<ChainHead> {
  const confirmed = await ask(nodes, position("confirmed"));
  const final = await ask(nodes, position(finality));
  const version = await ask(nodes, nodeVersion());
  return {
    height: confirmed.absoluteSlot,
    finalHeight: final.absoluteSlot,
    node: version,
  };
}
