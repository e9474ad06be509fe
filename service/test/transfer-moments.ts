import { expect } from "vitest";
import type { ChainName } from "../src/chains/chain-name.ts";
import type { Id } from "../src/kernel/id.ts";
import { instantFromMs } from "../src/kernel/instant.ts";
import { usd } from "../src/kernel/money.ts";
import type { LedgerAccount, Operation } from "../src/ledger/index.ts";
import type { PaymentId } from "../src/payments/index.ts";
import type { TransferEvent } from "../src/transfers/machine.ts";
import { bankMoney, holdsFor, operationsOf, walletOf } from "../src/transfers/postings.ts";
import type { OwnToken, Transfer, TransferFailure } from "../src/transfers/transfer.ts";
import { beginStep, type StepUpdate, stepOf } from "../src/transfers/transfer-step.ts";
import { createLedgerModel, type LedgerModel } from "./ledger-model.ts";

/** One moment in the life of a transfer, and the ledger at that moment. */
export interface Moment {
  readonly transfer: Transfer;
  readonly model: LedgerModel;
  /** Events of the transfer, and all ledger operations so far. */
  readonly reported: readonly TransferEvent["type"][];
  readonly operations: readonly Operation[];
  /** No event changes it any more, except further refund attempts. */
  readonly isEnd: boolean;
}

const failure: TransferFailure = {
  type: "chain_failed",
  occurredAt: instantFromMs(0),
  code: undefined,
  reason: undefined,
};
const events: readonly TransferEvent[] = [
  { type: "released" },
  { type: "rejected", failure },
  { type: "funded" },
  { type: "collection_failed", failure },
  { type: "chain_done" },
  { type: "chain_failed", failure },
  { type: "paid" },
  { type: "payout_failed", failure },
  { type: "canceled" },
  { type: "retry_refund" },
];

let ids = 0;
const deps = {
  newId: <Kind extends string>() => {
    ids += 1;
    return `id-${ids}` as Id<Kind>;
  },
  clock: { now: () => instantFromMs(0) },
};

/** Every moment of every route plan of a transfer, with and without a manual review first. */
export function momentsOf(start: Transfer): readonly Moment[] {
  const moments: Moment[] = [];
  const held: Transfer = { ...start, state: { status: "pending", step: "held" } };
  // A sanctions match refuses a token resource.
  for (const accepted of start.resource === "transfer" ? [start, held] : [start]) {
    const { step } = accepted.state;
    const beginning =
      step === "withdrawing" || step === "sending" || step === "delivering" || step === "debit_pending";
    const { after } = beginStep(accepted, beginning ? step : undefined, deps.clock.now());
    const operations = [...holdsFor(after), ...(hasCome(after) ? operationsOf(after, "funded") : [])];
    const model = openBooks(after);
    for (const operation of operations) take(model, operation);
    goOn({ transfer: after, model, reported: [], operations }, moments);
  }
  return moments;
}

function hasCome({ source }: Transfer): boolean {
  return source.medium === "bank" && source.rail === "wire" && source.paymentId !== undefined;
}

/** A second refund attempt covers any number of them. */
const mostTries = 2;

function goOn(moment: Omit<Moment, "isEnd">, moments: Moment[]): void {
  const tries = moment.reported.filter((type) => type === "retry_refund").length;
  const next = events.flatMap((event) => {
    if (event.type === "retry_refund" && tries >= mostTries) return [];
    const step = stepOf(deps, moment.transfer, updateOf(moment.transfer, event));
    if (step === undefined) return [];
    const model = moment.model.copy();
    for (const operation of step.operations) take(model, operation);
    const reported = [...moment.reported, event.type];
    return [
      { transfer: step.after, model, reported, operations: [...moment.operations, ...step.operations] },
    ];
  });
  moments.push({ ...moment, isEnd: next.length === 0 });
  for (const each of next) goOn(each, moments);
}

function updateOf({ source }: Transfer, event: TransferEvent): StepUpdate {
  if (event.type !== "funded" || source.medium !== "bank" || source.rail !== "wire") return { event };
  return { event, received: { paymentId: "payment" as PaymentId, funds: bankMoney } };
}

const plenty = 1_000_000_000n;
const plentyCents = plenty / 10_000n;

/** Initial state: the source has its tokens, our tokens have their reserve, and the treasury has some of everything. */
export function openBooks({ source, destination }: Transfer): LedgerModel {
  const model = createLedgerModel();
  const put = (on: LedgerAccount, units: bigint, off: LedgerAccount): void =>
    take(model, {
      type: "post",
      key: JSON.stringify(on),
      postings: [
        { account: off, units: -units },
        { account: on, units },
      ],
    });
  put({ kind: "treasury", asset: usd }, plentyCents, bankMoney);
  for (const end of [source, destination]) {
    if (end.medium !== "chain" || end.token.origin === "own") continue;
    const { asset } = walletOf(end);
    const { chain } = end;
    put({ kind: "treasury", owner: "vault", chain, asset }, plenty, { kind: "external", chain, asset });
  }
  if (source.medium !== "chain") return model;
  const { token, chain } = source;
  const { asset } = walletOf(source);
  const origin =
    token.origin === "own" ? supplyOf(token, chain) : ({ kind: "external", chain, asset } as const);
  put(walletOf(source), plenty, origin);
  if (token.origin === "own" && token.isBacked)
    put({ kind: "reserve", owner: token.id, asset: usd }, plentyCents, bankMoney);
  return model;
}

function supplyOf({ id, valueType: code }: OwnToken, chain: ChainName): LedgerAccount {
  return { kind: "supply", owner: id, chain, asset: { code, scale: 6 } };
}

/** The ledger accepts every operation, and each set of postings is balanced. */
function take(model: LedgerModel, operation: Operation): void {
  if ("postings" in operation) expect(excessOf(operation.postings), operation.key).toEqual([]);
  expect(["recorded", "repeated"], operation.key).toContain(model.take(operation));
}

/** By asset and chain, because tokens on one chain are separate from those on another. */
function excessOf(
  postings: readonly { readonly account: LedgerAccount; readonly units: bigint }[],
): readonly string[] {
  const totals = new Map<string, bigint>();
  for (const { account, units } of postings) {
    const key = `${account.asset.code} ${account.chain ?? ""}`;
    totals.set(key, (totals.get(key) ?? 0n) + units);
  }
  return [...totals].filter(([, total]) => total !== 0n).map(([key, total]) => `${key} ${total}`);
}
