import { type Clock, ShapeError, shapeOf } from "@florin/service/sandbox-ports";
import Type from "typebox";
import { createBlockMaker } from "./evm-block-maker.ts";
import { type NodeJournal, openJournal } from "./node-journal.ts";
import { RpcFailure, startRpcServer } from "./rpc-server.ts";
import { startHorizonDouble } from "./stellar-simulator/horizon-assets.ts";
import { createLedgerChain, type LedgerChain, type LedgerContent } from "./stellar-simulator/ledger-chain.ts";
import { type ReadTransaction, readTransaction } from "./stellar-simulator/read-transaction.ts";
import { type RpcMethod, readingMethods } from "./stellar-simulator/rpc-methods.ts";
import { createTransactionQueue } from "./stellar-simulator/transaction-queue.ts";
import { strictObject } from "./strict-object.ts";

/** A simulator of a Stellar network on this machine: it follows the protocol's rules, and contains no Stellar code. */
export interface StellarDouble {
  /** Stellar RPC. */
  readonly url: string;
  /** Horizon's assets endpoint. */
  readonly horizonUrl: string;
  close(): Promise<void>;
}

export interface StellarDoubleOptions {
  readonly passphrase: string;
  /** Journal for the next start; without it the simulator lives in memory. */
  readonly journalPath?: string;
  /** Any free port by default. */
  readonly port?: number;
  readonly horizonPort?: number;
  readonly ledgerTimeMs: number;
  /** Empty ledgers after the last transaction. */
  readonly trailingLedgers: number;
  readonly clock: Clock;
  /** Called after each ledger, when it can be read. */
  readonly onBlock?: () => void;
  readonly onError?: (error: unknown) => void;
}

const maxAdvance = 10_000;
const advanceParams = shapeOf(strictObject({ ledgers: Type.Integer({ minimum: 1, maximum: maxAdvance }) }));
const closingParams = shapeOf(strictObject({ isClosing: Type.Boolean() }));
const sendParams = shapeOf(
  strictObject({ transaction: Type.String(), xdrFormat: Type.Optional(Type.Literal("base64")) }),
);
const fund = strictObject({
  account: Type.String({ pattern: "^G[A-Z2-7]{55}$" }),
  stroops: Type.String({ pattern: "^[0-9]{1,19}$" }),
});
const fundParams = shapeOf(fund);
const contentShape = shapeOf(
  strictObject({
    closeTime: Type.Integer({ minimum: 0 }),
    funds: Type.Array(fund),
    transactions: Type.Array(Type.String()),
  }),
);

export async function startStellarDouble(options: StellarDoubleOptions): Promise<StellarDouble> {
  const journal = await openJournal(options.journalPath);
  try {
    return await runDouble(options, journal);
  } catch (error) {
    await journal.close();
    throw error;
  }
}

async function runDouble(options: StellarDoubleOptions, journal: NodeJournal): Promise<StellarDouble> {
  const { passphrase, clock } = options;
  const chain = createLedgerChain(passphrase);
  for (const entry of journal.entries) chain.close(contentShape.read(entry));
  const queue = createTransactionQueue(chain);

  const closeTime = (): number => Math.max(Math.floor(clock.now() / 1000), chain.latest().closeTime);
  let closing: Promise<void> = Promise.resolve();
  /** One ledger after the other; its content is journaled before it is applied. */
  const close = (funds: LedgerContent["funds"] = []): Promise<void> => {
    closing = closing.then(async () => {
      const waiting = queue.next();
      const transactions = waiting.map(({ envelopeXdr }) => envelopeXdr);
      const content = { closeTime: closeTime(), funds, transactions };
      await journal.append(content);
      chain.close(content);
      queue.remove(waiting);
      maker.blockMade({ transactionCount: waiting.length, waitingCount: queue.size() });
      options.onBlock?.();
    });
    return closing;
  };
  const maker = createBlockMaker({
    blockTimeMs: options.ledgerTimeMs,
    trailingBlocks: options.trailingLedgers,
    makeBlock: () => close(),
    onError: options.onError ?? (() => {}),
  });

  const methods: Readonly<Record<string, RpcMethod>> = {
    ...readingMethods(chain),
    sendTransaction: async (params) => {
      const transaction = readSent(sendParams.read(params).transaction, passphrase);
      const response = queue.add(transaction, closeTime());
      if (response.status === "PENDING") maker.transactionCame();
      const { sequence, closeTime: closedAt } = chain.latest();
      return {
        ...response,
        hash: transaction.id,
        latestLedger: sequence,
        latestLedgerCloseTime: String(closedAt),
      };
    },
    florin_fund: async (params) => close([fundParams.read(params)]),
    florin_advance: async (params) => {
      for (let left = advanceParams.read(params).ledgers; left > 0; left -= 1) await close();
    },
    florin_setClosing: async (params) => maker.setRunning(closingParams.read(params).isClosing),
  };
  const double = await serve(options, methods, {
    chain,
    stop: () => maker.stop(),
    finish: () => closing.catch(() => {}),
    journal,
  });
  maker.blocksAreDue(countOwedLedgers(chain, options.trailingLedgers));
  return double;
}

/** Number of trailing empty ledgers that were still missing when the simulator was stopped. */
function countOwedLedgers(chain: LedgerChain, trailingLedgers: number): number {
  const { sequence } = chain.latest();
  for (let empty = 0; empty < trailingLedgers; empty += 1) {
    if ((chain.ledger(sequence - empty)?.transactions.length ?? 0) > 0) return trailingLedgers - empty;
  }
  return 0;
}

interface Status {
  readonly chain: LedgerChain;
  readonly journal: NodeJournal;
  stop(): void;
  finish(): Promise<void>;
}

async function serve(
  { port, horizonPort }: StellarDoubleOptions,
  methods: Readonly<Record<string, RpcMethod>>,
  { chain, journal, stop, finish }: Status,
): Promise<StellarDouble> {
  const server = await startRpcServer({
    port: port ?? 0,
    handle: (method, params) => handleRequest(methods, method, params),
  });
  const horizon = await startHorizonDouble(chain, horizonPort ?? 0).catch(async (error: unknown) => {
    stop();
    await server.close();
    await finish();
    throw error;
  });
  return {
    url: server.url,
    horizonUrl: horizon.url,
    close: async () => {
      stop();
      await server.close();
      await horizon.close();
      await finish();
      await journal.close();
    },
  };
}

function readSent(envelopeXdr: string, passphrase: string): ReadTransaction {
  try {
    return readTransaction(envelopeXdr, passphrase);
  } catch {
    throw new RpcFailure(-32602, "invalid transaction: not a transaction envelope");
  }
}

async function handleRequest(
  methods: Readonly<Record<string, RpcMethod>>,
  name: string,
  params: unknown,
): Promise<unknown> {
  const method = Object.hasOwn(methods, name) ? methods[name] : undefined;
  if (method === undefined) throw new RpcFailure(-32601, `the Stellar simulator does not support ${name}`);
  try {
    return await method(params);
  } catch (error) {
    if (error instanceof ShapeError) throw new RpcFailure(-32602, `invalid parameters: ${error.message}`);
    throw error;
  }
}
