import { shapeOf } from "@florin/service/sandbox-ports";
import Type from "typebox";
import { RpcFailure } from "../rpc-server.ts";
import { strictObject } from "../strict-object.ts";
import { queryEvents } from "./event-query.ts";
import type { IncludedTransaction } from "./included-transaction.ts";
import { type LedgerChain, retentionLedgers } from "./ledger-chain.ts";
import { findEntries } from "./ledger-entries.ts";
import { protocolVersion } from "./ledger-header.ts";
import { baseFee } from "./validate-transaction.ts";

/** A read method of Stellar RPC; parameters go by name, as on a real node. */
export type RpcMethod = (params: unknown) => Promise<unknown>;

/** How the simulator identifies itself, so that it is never mistaken for a network node. */
export const doubleName = "florin-stellar-double";

const maxPage = 200;
const defaultPage = 50;

const noParams = shapeOf(Type.Union([strictObject({}), Type.Null(), Type.Undefined()]));
const xdrFormat = Type.Optional(Type.Literal("base64"));
const pageParams = shapeOf(
  strictObject({
    startLedger: Type.Optional(Type.Integer({ minimum: 1 })),
    pagination: Type.Optional(
      strictObject({
        cursor: Type.Optional(Type.String()),
        limit: Type.Optional(Type.Integer({ minimum: 1, maximum: maxPage })),
      }),
    ),
    xdrFormat,
  }),
);
const transactionParams = shapeOf(
  strictObject({ hash: Type.String({ pattern: "^[0-9a-f]{64}$" }), xdrFormat }),
);

export function readingMethods(chain: LedgerChain): Readonly<Record<string, RpcMethod>> {
  return {
    getHealth: async (params) => {
      noParams.read(params);
      const [latestLedger, oldestLedger] = [chain.latest().sequence, chain.oldest().sequence];
      return { status: "healthy", latestLedger, oldestLedger, ledgerRetentionWindow: retentionLedgers };
    },
    getNetwork: async (params) => {
      noParams.read(params);
      return { passphrase: chain.passphrase, protocolVersion };
    },
    getVersionInfo: async (params) => {
      noParams.read(params);
      return {
        version: `${doubleName} 1`,
        commitHash: "",
        buildTimestamp: "",
        captiveCoreVersion: `${doubleName}: a simulator, not a Stellar node`,
        protocolVersion,
      };
    },
    getLatestLedger: async (params) => {
      noParams.read(params);
      const { hash, sequence, closeTime, headerXdr } = chain.latest();
      return { id: hash, sequence, protocolVersion, closeTime: String(closeTime), headerXdr };
    },
    getLedgers: async (params) => ledgers(chain, params),
    getLedgerEntries: async (params) => ({
      entries: findEntries(chain, params),
      latestLedger: chain.latest().sequence,
    }),
    getFeeStats: async (params) => {
      noParams.read(params);
      return feeStats(chain);
    },
    getTransaction: async (params) => {
      const { hash } = transactionParams.read(params);
      const included = chain.transaction(hash);
      const found = included === undefined ? { status: "NOT_FOUND" } : described(included);
      return { ...found, txHash: hash, ...retained(chain) };
    },
    getTransactions: async (params) => transactions(chain, params),
    getEvents: async (params) => events(chain, params),
  };
}

function retained(chain: LedgerChain): Readonly<Record<string, unknown>> {
  const [latest, oldest] = [chain.latest(), chain.oldest()];
  return {
    latestLedger: latest.sequence,
    latestLedgerCloseTime: String(latest.closeTime),
    oldestLedger: oldest.sequence,
    oldestLedgerCloseTime: String(oldest.closeTime),
  };
}

function described(included: IncludedTransaction): Readonly<Record<string, unknown>> {
  return {
    status: included.isSuccessful ? "SUCCESS" : "FAILED",
    applicationOrder: included.order,
    feeBump: included.transaction.feeBump !== undefined,
    envelopeXdr: included.transaction.envelopeXdr,
    resultXdr: included.resultXdr,
    ledger: included.ledger,
    createdAt: String(included.closeTime),
  };
}

function ledgers(chain: LedgerChain, params: unknown): unknown {
  const { startLedger, pagination = {} } = pageParams.read(params);
  const first = firstOf(chain, startLedger, pagination.cursor);
  const last = Math.min(first + (pagination.limit ?? defaultPage) - 1, chain.latest().sequence);
  const found = rangeOf(chain, first, last);
  return {
    ledgers: found.map(({ hash, sequence, closeTime, entryXdr }) => ({
      hash,
      sequence,
      ledgerCloseTime: String(closeTime),
      headerXdr: entryXdr,
    })),
    ...retained(chain),
    cursor: String(last),
  };
}

function transactions(chain: LedgerChain, params: unknown): unknown {
  const { startLedger, pagination = {} } = pageParams.read(params);
  const limit = pagination.limit ?? defaultPage;
  const after = pagination.cursor === undefined ? undefined : placeOf(pagination.cursor);
  const first = firstOf(chain, startLedger, after && String(after.ledger - 1));
  const found = rangeOf(chain, first, chain.latest().sequence)
    .flatMap((ledger) => ledger.transactions)
    .filter(({ ledger, order }) => after === undefined || ledger > after.ledger || order > after.order)
    .slice(0, limit);
  const last = found.at(-1);
  return {
    transactions: found.map((transaction) => ({
      txHash: transaction.transaction.id,
      ...described(transaction),
    })),
    ...retained(chain),
    cursor: last === undefined ? (pagination.cursor ?? "") : cursorOf(last),
  };
}

function rangeOf(chain: LedgerChain, first: number, last: number): ReturnType<LedgerChain["latest"]>[] {
  const found = [];
  for (let sequence = first; sequence <= last; sequence += 1) {
    const ledger = chain.ledger(sequence);
    if (ledger !== undefined) found.push(ledger);
  }
  return found;
}

/** Start of a page: a ledger, or the one after a cursor. */
function firstOf(chain: LedgerChain, startLedger: number | undefined, cursor: string | undefined): number {
  if ((startLedger === undefined) === (cursor === undefined))
    throw new RpcFailure(-32602, "either startLedger or cursor must be set");
  const first = startLedger ?? Number(cursor) + 1;
  const [oldest, latest] = [chain.oldest().sequence, chain.latest().sequence];
  if (!Number.isInteger(first) || first < oldest || first > latest + (cursor === undefined ? 0 : 1))
    throw new RpcFailure(-32602, `start ledger (${first}) must be between ${oldest} and ${latest}`);
  return first;
}

function cursorOf({ ledger, order }: IncludedTransaction): string {
  return String((BigInt(ledger) << 32n) | (BigInt(order) << 12n));
}

function placeOf(cursor: string): { readonly ledger: number; readonly order: number } {
  if (!/^\d{1,19}$/.test(cursor)) throw new RpcFailure(-32602, "invalid cursor");
  const place = BigInt(cursor);
  return { ledger: Number(place >> 32n), order: Number((place >> 12n) & 0xfffffn) };
}

/** Ledgers are never full: fees are always the minimum. */
function feeStats(chain: LedgerChain): unknown {
  const percentiles = ["p10", "p20", "p30", "p40", "p50", "p60", "p70", "p80", "p90", "p95", "p99"];
  const fees = Object.fromEntries(
    ["max", "min", "mode", ...percentiles].map((name) => [name, String(baseFee)]),
  );
  const stats = { ...fees, transactionCount: "0", ledgerCount: 1 };
  return { sorobanInclusionFee: stats, inclusionFee: stats, latestLedger: chain.latest().sequence };
}

function events(chain: LedgerChain, params: unknown): unknown {
  const page = queryEvents(chain, params);
  return {
    events: page.events.map((event) => ({
      type: "contract",
      ledger: event.ledger,
      ledgerClosedAt: new Date(event.closeTime * 1000).toISOString(),
      contractId: event.contractId,
      id: event.id,
      operationIndex: event.operationIndex,
      transactionIndex: event.transactionIndex,
      txHash: event.transactionId,
      inSuccessfulContractCall: true,
      topic: event.topics,
      value: event.value,
    })),
    cursor: page.cursor,
    ...retained(chain),
  };
}
