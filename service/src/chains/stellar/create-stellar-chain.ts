import {
  type Chain,
  type ChainHead,
  type ChainOperation,
  ChainUnavailableError,
  type CheckOutcome,
} from "../chain.ts";
import type { ChainKey } from "../chain-name.ts";
import type { NodePool } from "../node-pool.ts";
import type { Signer } from "../signer.ts";
import { unitsOf } from "./amounts.ts";
import { ask } from "./ask-nodes.ts";
import { broadcast } from "./broadcast.ts";
import { checkOperation, entriesFor } from "./check-operation.ts";
import { readEntries } from "./ledger-entries.ts";
import { readPosition } from "./ledger-hashes.ts";
import { mergeCalls } from "./merge-calls.ts";
import { latestLedgerResponse, readResponse, versionResponse } from "./node-responses.ts";
import { createPreparer, issuerToBe } from "./prepare-transaction.ts";
import { readMarks } from "./read-marks.ts";
import { readStatuses } from "./read-statuses.ts";
import { type Horizon, readSupply } from "./read-supply.ts";
import { readRoleHolders } from "./role-holders.ts";
import { scanLedgers } from "./scan-ledgers.ts";
import { referenceHash } from "./sign-transaction.ts";
import { parseStellarAddress, stellarAddressOf } from "./stellar-address.ts";

export interface StellarChainOptions {
  readonly key: ChainKey;
  readonly nodes: NodePool;
  /** Identifies the network; signatures are not valid in another. */
  readonly passphrase: string;
  readonly signer: Signer;
  /** Number of channel accounts, which is the number of transactions that can be in flight. */
  readonly channels: number;
  /** Without it the supply of a token cannot be read. */
  readonly horizon: Horizon | undefined;
  /** Number of ledgers in which a transaction can be included after it was signed. */
  readonly validityLedgers?: number;
  /** Maximum fee per operation, in stroops. */
  readonly maxBaseFee?: bigint;
}

const defaultValidityLedgers = 60;
const defaultMaxBaseFee = 100_000n;

export function createStellarChain(options: StellarChainOptions): Chain {
  const { key, nodes, passphrase, signer, horizon } = options;
  const validityLedgers = options.validityLedgers ?? defaultValidityLedgers;
  const maxBaseFee = options.maxBaseFee ?? defaultMaxBaseFee;
  const preparer = createPreparer({ nodes, passphrase, signer, validityLedgers, maxBaseFee });
  const readAccounts = mergeCalls((accounts: readonly string[]) =>
    readEntries(nodes, { accounts, trustlines: [] }),
  );
  return {
    key,
    family: "stellar",
    senderQueues: [{ role: "channel", count: options.channels, maxInFlight: 1 }],
    scansByHolder: false,
    parseAddress: parseStellarAddress,
    addressOf: stellarAddressOf,
    roleOf: () => "channel",
    nextSequence: async ({ address }) => {
      const channel = (await readAccounts(address)).account(address);
      if (channel === undefined)
        throw new ChainUnavailableError("the channel account has not been created yet");
      return channel.sequence + 1n;
    },
    check: (operations) => checkAll(options, operations),
    requiresMemo: async (_contract, address) => {
      const entries = await readEntries(nodes, { accounts: [], trustlines: [], memoRules: [address] });
      return entries.requiresMemo(address);
    },
    ...preparer,
    broadcast: (bytes) => broadcast(nodes, bytes),
    statuses: (questions) => readStatuses(nodes, questions, validityLedgers),
    markOf: (reference) => referenceHash(reference).toString("hex"),
    marksIn: (transactionIds) => readMarks(nodes, transactionIds),
    isQuiet: async (_senders, since) =>
      (await ask(nodes, { method: "getLatestLedger", params: {} }, latestLedgerResponse)).sequence >=
      Number(since) + validityLedgers,
    scan: (request) => scanLedgers(nodes, passphrase, request),
    supply: async (contract) => (await readSupply(nodes, horizon, contract)).units,
    finalSupply: async (contract) => {
      const { units, ledger } = await readSupply(nodes, horizon, contract);
      return { units, block: await readPosition(nodes, ledger) };
    },
    balances: async (contract, holders) => {
      if (holders.length === 0) return [];
      const trustlines = holders.map((holder) => ({ holder, contract }));
      const entries = await readEntries(nodes, { accounts: [], trustlines });
      return holders.map((holder) => unitsOf(entries.trustline(holder, contract)?.balance ?? 0n));
    },
    roleHolders: (contract) => readRoleHolders({ nodes, signer }, contract),
    gasBalance: async (address) => {
      const entries = await readEntries(nodes, { accounts: [address], trustlines: [] });
      return entries.account(address)?.balance ?? 0n;
    },
    head: () => readHead(nodes),
  };
}

async function checkAll(
  { nodes, signer }: StellarChainOptions,
  operations: readonly ChainOperation[],
): Promise<readonly CheckOutcome[]> {
  if (operations.length === 0) return [];
  const issuers = await Promise.all(operations.map((operation) => issuerToBe(signer, operation)));
  const needed = operations.map((operation, index) => entriesFor(operation, issuers[index]));
  const entries = await readEntries(nodes, {
    accounts: needed.flatMap(({ accounts }) => accounts),
    trustlines: needed.flatMap(({ trustlines }) => trustlines),
    memoRules: needed.flatMap(({ memoRules = [] }) => memoRules),
  });
  return operations.map((operation, index) => checkOperation(operation, entries, issuers[index]));
}

async function readHead(nodes: NodePool): Promise<ChainHead> {
  const [latest, version] = await nodes.callMany([
    { method: "getLatestLedger", params: {} },
    { method: "getVersionInfo", params: {} },
  ]);
  const height = BigInt(readResponse(latestLedgerResponse, latest).sequence);
  const name = readResponse(versionResponse, version).version;
  // A real node reports a bare version; a simulator includes its name.
  return { height, finalHeight: height, node: /^v?\d/.test(name) ? `stellar-rpc ${name}` : name };
}
