import {
  type Chain,
  type ChainHead,
  type ChainOperation,
  ChainUnavailableError,
  type CheckVerdict,
} from "../chain.ts";
import type { ChainKey } from "../chain-name.ts";
import type { NodePool } from "../node-pool.ts";
import type { Signer } from "../signer.ts";
import { unitsOf } from "./amounts.ts";
import { broadcast } from "./broadcast.ts";
import { checkOperation, entriesFor } from "./check-operation.ts";
import { readEntries } from "./ledger-entries.ts";
import { latestLedgerAnswer, readAnswer, versionAnswer } from "./node-answers.ts";
import { issuerToBe, prepareFiller, prepareOperation } from "./prepare-transaction.ts";
import { readStatuses } from "./read-statuses.ts";
import { type Horizon, readSupply } from "./read-supply.ts";
import { scanLedgers } from "./scan-ledgers.ts";
import { parseStellarAddress, stellarAddressOf } from "./stellar-address.ts";

export interface StellarChainOptions {
  readonly key: ChainKey;
  readonly nodes: NodePool;
  /** Names the network; what is signed is worth nothing in another. */
  readonly passphrase: string;
  readonly signer: Signer;
  /** How many accounts lend their sequences, which is how many transactions can be under way at once. */
  readonly channels: number;
  /** Without it the supply of a token cannot be told. */
  readonly horizon: Horizon | undefined;
  /** Ledgers for which a transaction can be included after it was signed. */
  readonly validityLedgers?: number;
  /** The most that is offered for one operation, in stroops. */
  readonly maxBaseFee?: bigint;
}

const defaultValidityLedgers = 60;
const defaultMaxBaseFee = 100_000n;

export function createStellarChain(options: StellarChainOptions): Chain {
  const { key, nodes, passphrase, signer, horizon } = options;
  const validityLedgers = options.validityLedgers ?? defaultValidityLedgers;
  const maxBaseFee = options.maxBaseFee ?? defaultMaxBaseFee;
  const preparing = { nodes, passphrase, signer, validityLedgers, maxBaseFee };
  return {
    key,
    family: "stellar",
    lanes: [{ duty: "channel", count: options.channels, maxInFlight: 1 }],
    scansByHolder: false,
    parseAddress: parseStellarAddress,
    addressOf: stellarAddressOf,
    dutyOf: () => "channel",
    nextSequence: async ({ address }) => {
      const entries = await readEntries(nodes, { accounts: [address], trustlines: [] });
      const channel = entries.account(address);
      if (channel === undefined) throw new ChainUnavailableError("the channel's account was not opened yet");
      return channel.sequence + 1n;
    },
    check: (operations) => judge(options, operations),
    prepare: (operation, lane, replaces) => prepareOperation(preparing, operation, lane, replaces),
    prepareFiller: (lane, replaces) => prepareFiller(preparing, lane, replaces),
    broadcast: (bytes) => broadcast(nodes, bytes),
    statuses: (questions) => readStatuses(nodes, questions, validityLedgers),
    scan: (request) => scanLedgers(nodes, passphrase, request),
    supply: (contract) => readSupply(nodes, horizon, contract),
    balances: async (contract, holders) => {
      if (holders.length === 0) return [];
      const trustlines = holders.map((holder) => ({ holder, contract }));
      const entries = await readEntries(nodes, { accounts: [], trustlines });
      return holders.map((holder) => unitsOf(entries.trustline(holder, contract)?.balance ?? 0n));
    },
    gasBalance: async (address) => {
      const entries = await readEntries(nodes, { accounts: [address], trustlines: [] });
      return entries.account(address)?.balance ?? 0n;
    },
    head: () => readHead(nodes),
  };
}

async function judge(
  { nodes, signer }: StellarChainOptions,
  operations: readonly ChainOperation[],
): Promise<readonly CheckVerdict[]> {
  if (operations.length === 0) return [];
  const issuers = await Promise.all(operations.map((operation) => issuerToBe(signer, operation)));
  const wanted = operations.map((operation, index) => entriesFor(operation, issuers[index]));
  const entries = await readEntries(nodes, {
    accounts: wanted.flatMap(({ accounts }) => accounts),
    trustlines: wanted.flatMap(({ trustlines }) => trustlines),
  });
  return operations.map((operation, index) => checkOperation(operation, entries, issuers[index]));
}

async function readHead(nodes: NodePool): Promise<ChainHead> {
  const [latest, version] = await nodes.callMany([
    { method: "getLatestLedger", params: {} },
    { method: "getVersionInfo", params: {} },
  ]);
  const height = BigInt(readAnswer(latestLedgerAnswer, latest).sequence);
  const name = readAnswer(versionAnswer, version).version;
  // A node names its version only; a double names itself.
  return { height, finalHeight: height, node: /^v?\d/.test(name) ? `stellar-rpc ${name}` : name };
}
