import type { Transaction } from "../db/database.ts";
import { assert } from "../kernel/assert.ts";
import { systemCause } from "../kernel/cause.ts";
import type { Instant } from "../kernel/instant.ts";
import { formatAmount, usd } from "../kernel/money.ts";
import type { Operation } from "../ledger/index.ts";
import {
  owedByCustomer,
  type Payment,
  type PaymentNews,
  type PaymentOwner,
  type PaymentReason,
  type RefusedPayment,
} from "../payments/index.ts";
import { transfersOwnerName } from "./chain-deeds.ts";
import { bankMoney } from "./postings.ts";
import { type WriteStepsDeps, writeSteps } from "./save-steps.ts";
import { lockTransfers, type TransferScope } from "./store.ts";
import { centsOf, type Transfer, type TransferFailure } from "./transfer.ts";
import { type StepNews, stepOf, type TransferStep } from "./transfer-step.ts";

const cause = systemCause("transfers.payments");

/** Hears of the payments of transfers: those that they ordered, and wires that came for them. */
export function transfersPaymentOwner(deps: WriteStepsDeps): PaymentOwner {
  return {
    name: transfersOwnerName,
    heard: (tx, scope, news) => hear(deps, tx, scope, news),
  };
}

async function hear(
  deps: WriteStepsDeps,
  tx: Transaction,
  scope: TransferScope,
  news: readonly PaymentNews[],
): ReturnType<PaymentOwner["heard"]> {
  const subjects = news.map(({ payment }) => subjectOf(payment));
  const transfers = new Map(
    (await lockTransfers(tx, scope, subjects)).map((each) => [each.id as string, each]),
  );
  const steps: TransferStep[] = [];
  const losses: Operation[] = [];
  const refused: RefusedPayment[] = [];
  for (const one of news) {
    const transfer = transfers.get(subjectOf(one.payment));
    const outcome = transfer === undefined ? nobodys : decide(deps, transfer, one);
    if (outcome.step !== undefined) {
      steps.push(outcome.step);
      // Two payments may come for one transfer in one go; the second finds what the first has left.
      transfers.set(outcome.step.after.id, outcome.step.after);
    }
    if (outcome.loss !== undefined) losses.push(outcome.loss);
    if (one.type === "received" && outcome.why !== undefined)
      refused.push({ paymentId: one.payment.id, why: outcome.why });
  }
  const { events, operations } = await writeSteps(deps, tx, scope, lastOfEach(steps), cause);
  return { events, operations: [...operations, ...losses], refused };
}

interface Outcome {
  readonly step?: TransferStep;
  readonly loss?: Operation;
  /** Why money that came is not wanted. */
  readonly why?: string;
}

const nobodys: Outcome = { why: "there is no such transfer" };

function decide(deps: WriteStepsDeps, transfer: Transfer, news: PaymentNews): Outcome {
  if (news.type === "received") return receive(deps, transfer, news);
  const now = deps.clock.now();
  const step = stepOf(deps, transfer, newsOf(news, now));
  const isLoss = news.type === "returned" && news.wasComplete && news.payment.direction === "inbound";
  return {
    ...(step === undefined ? {} : { step }),
    ...(isLoss ? { loss: lossOf(transfer, news.payment) } : {}),
  };
}

/** Only the whole amount, and only while it is waited for. */
function receive(
  deps: WriteStepsDeps,
  transfer: Transfer,
  { payment, funds }: PaymentNews & { readonly type: "received" },
): Outcome {
  if (transfer.state.status !== "pending" || transfer.state.step !== "awaiting")
    return { why: `the transfer does not wait for money: it is ${transfer.state.status}` };
  if (payment.amountCents !== centsOf(transfer.units)) {
    const amount = formatAmount({ units: centsOf(transfer.units) ?? 0n, asset: usd });
    return { why: `the transfer waits for ${amount} USD and for no other amount` };
  }
  const received = { paymentId: payment.id, funds };
  const step = stepOf(deps, transfer, { event: { type: "funded" }, received });
  assert(step !== undefined, "a transfer that waits for money can be funded");
  return { step };
}

function newsOf(news: Exclude<PaymentNews, { readonly type: "received" }>, now: Instant): StepNews {
  const isDebit = news.payment.direction === "inbound";
  if (news.type === "completed") return { event: isDebit ? { type: "funded" } : { type: "paid" } };
  const failure = failureOf(news, now);
  return { event: { type: isDebit ? "collection_failed" : "payout_failed", failure } };
}

function failureOf(
  news: Extract<PaymentNews, { readonly reason: PaymentReason }>,
  occurredAt: Instant,
): TransferFailure {
  const { code, text: reason } = news.reason;
  return { type: failureType(news), occurredAt, code, reason };
}

function failureType({ type, payment }: PaymentNews): TransferFailure["type"] {
  if (type !== "returned") return "rail_rejected";
  switch (payment.type) {
    case "ach":
      return "ach_return";
    case "wire":
      return "wire_return";
    case "rtp":
      return "rail_rejected";
  }
}

/** A debit that came back after its tokens were given: the money is gone from the bank, and the customer owes it. */
function lossOf({ id, accountId }: Transfer, { amountCents }: Payment): Operation {
  return {
    type: "post",
    key: `transfer/${id}/collection-returned`,
    postings: [
      { account: owedByCustomer(accountId), units: -amountCents },
      { account: bankMoney, units: amountCents },
    ],
  };
}

/** A transfer that took two steps in one transaction is written once, as it is after the second. */
function lastOfEach(steps: readonly TransferStep[]): readonly TransferStep[] {
  const merged = new Map<string, TransferStep>();
  for (const step of steps) {
    const earlier = merged.get(step.after.id);
    merged.set(step.after.id, earlier === undefined ? step : mergeSteps(earlier, step));
  }
  return [...merged.values()];
}

function mergeSteps(first: TransferStep, second: TransferStep): TransferStep {
  return {
    before: first.before,
    after: second.after,
    begins: {
      works: [...first.begins.works, ...second.begins.works],
      orders: [...first.begins.orders, ...second.begins.orders],
    },
    operations: [...first.operations, ...second.operations],
    surrendered: second.surrendered ?? first.surrendered,
  };
}

function subjectOf({ owner }: Payment): string {
  assert(owner !== undefined, "news of a payment goes to its owner");
  return owner.subject;
}
