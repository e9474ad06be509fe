import {
  Account,
  type Asset,
  FeeBumpTransaction,
  Keypair,
  type Memo,
  Operation,
  type Transaction,
  TransactionBuilder,
  type xdr,
} from "@stellar/stellar-base";
import { expect } from "vitest";
import {
  type StellarDoubleOptions,
  startStellarDouble,
} from "../../sandbox/src/local-chains/stellar-simulator.ts";
import { createNodePool, type NodePool } from "../src/chains/node-pool.ts";
import { readEntries } from "../src/chains/stellar/ledger-entries.ts";
import { buildTransaction } from "../src/chains/stellar/sign-transaction.ts";
import { systemClock } from "../src/kernel/instant.ts";

/** A Stellar simulator of one test. */
export interface LocalStellar {
  readonly url: string;
  readonly horizonUrl: string;
  readonly passphrase: string;
  readonly nodes: NodePool;
  fund(address: string, stroops?: bigint): Promise<void>;
  /** Closes ledgers now, with all pending transactions. */
  advance(ledgers?: number): Promise<void>;
  /** Off: transactions wait until `advance`. */
  setClosing(isClosing: boolean): Promise<void>;
  /** An external account with lumens and its own secret. */
  newExternalIssuer(): Promise<Keypair>;
  /** Signed by these; the first of them is the source. */
  build(by: readonly Keypair[], operations: readonly xdr.Operation[], change?: Change): Promise<Transaction>;
  /** Builds, sends and closes a ledger; returns the result of getTransaction. */
  send(by: readonly Keypair[], operations: readonly xdr.Operation[], change?: Change): Promise<unknown>;
  trust(holder: Keypair, asset: Asset): Promise<void>;
  /** Refuses payments without a memo from now on (SEP-29). */
  requireMemo(holder: Keypair): Promise<void>;
  /** The memo of a transaction, as its recipient sees it. */
  memoOf(transactionId: string): Promise<Memo>;
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

type Simulator = Pick<LocalStellar, "url" | "horizonUrl" | "passphrase" | "close">;

/** Overrides of the transaction defaults. */
export interface Change {
  readonly fee?: string;
  readonly sequenceAhead?: bigint;
  readonly maxTime?: number;
  readonly maxLedger?: number;
  readonly memo?: Memo;
}

const testPassphrase = "Florin double of Stellar ; a test";

const plentyStroops = 10n ** 12n;

export async function startLocalStellar(options: Partial<StellarDoubleOptions> = {}): Promise<LocalStellar> {
  const passphrase = options.passphrase ?? testPassphrase;
  const double = await startStellarDouble({
    ledgerTimeMs: 5,
    trailingLedgers: 2,
    clock: systemClock,
    ...options,
    passphrase,
  });
  return connectLocalStellar({ ...double, passphrase });
}

/** The simulator of a running service, for example. */
export function connectLocalStellar({ url, horizonUrl, passphrase, close }: Simulator): LocalStellar {
  const nodes = createNodePool({ urls: [url], timeoutMs: 240_000, now: () => systemClock.now() });
  const local: LocalStellar = {
    url,
    horizonUrl,
    passphrase,
    nodes,
    fund: async (account, stroops = plentyStroops) => {
      await nodes.call("florin_fund", { account, stroops: String(stroops) });
    },
    advance: async (ledgers = 1) => {
      await nodes.call("florin_advance", { ledgers });
    },
    setClosing: async (isClosing) => {
      await nodes.call("florin_setClosing", { isClosing });
    },
    newExternalIssuer: async () => {
      const externalIssuer = Keypair.random();
      await local.fund(externalIssuer.publicKey());
      return externalIssuer;
    },
    build: (by, operations, change = {}) => build(nodes, passphrase, by, operations, change),
    send: async (by, operations, change) => {
      const transaction = await local.build(by, operations, change);
      const response = await nodes.call("sendTransaction", { transaction: transaction.toXDR() });
      expect(response).toMatchObject({ status: "PENDING" });
      await local.advance();
      return nodes.call("getTransaction", { hash: transaction.hash().toString("hex") });
    },
    trust: async (holder, asset) => {
      const sent = await local.send([holder], [Operation.changeTrust({ asset })]);
      expect(sent).toMatchObject({ status: "SUCCESS" });
    },
    requireMemo: async (holder) => {
      const entry = { name: "config.memo_required", value: "1" };
      const sent = await local.send([holder], [Operation.manageData(entry)]);
      expect(sent).toMatchObject({ status: "SUCCESS" });
    },
    memoOf: async (hash) => {
      const { envelopeXdr } = (await nodes.call("getTransaction", { hash })) as {
        readonly envelopeXdr: string;
      };
      const transaction = TransactionBuilder.fromXDR(envelopeXdr, passphrase);
      return (transaction instanceof FeeBumpTransaction ? transaction.innerTransaction : transaction).memo;
    },
    close,
    [Symbol.asyncDispose]: close,
  };
  return local;
}

async function build(
  nodes: NodePool,
  passphrase: string,
  by: readonly Keypair[],
  operations: readonly xdr.Operation[],
  change: Change,
): Promise<Transaction> {
  const source = by[0]?.publicKey() ?? "";
  const entries = await readEntries(nodes, { accounts: [source], trustlines: [] });
  const sequence = (entries.account(source)?.sequence ?? 0n) + (change.sequenceAhead ?? 0n);
  const fee = change.fee ?? "100";
  const { maxLedger } = change;
  if (maxLedger !== undefined) {
    const unsigned = { source, sequence: sequence + 1n, operations, fee, maxLedger, passphrase };
    return signed(buildTransaction(unsigned), by);
  }
  const builder = new TransactionBuilder(new Account(source, String(sequence)), {
    fee,
    networkPassphrase: passphrase,
    timebounds: { minTime: 0, maxTime: change.maxTime ?? 0 },
    ...(change.memo === undefined ? {} : { memo: change.memo }),
  });
  for (const operation of operations) builder.addOperation(operation);
  return signed(builder.build(), by);
}

function signed(transaction: Transaction, by: readonly Keypair[]): Transaction {
  transaction.sign(...by);
  return transaction;
}
