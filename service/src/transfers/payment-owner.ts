import { type NewClaim, openClaims } from "../claims/index.ts";
import type { Transaction } from "../db/database.ts";
import type { NewEvent } from "../events/index.ts";
import { assert } from "../kernel/assert.ts";
import { systemCause } from "../kernel/cause.ts";
import type { Instant } from "../kernel/instant.ts";
import { formatAmount, usd } from "../kernel/money.ts";
import { readBalances } from "../ledger/index.ts";
import type { Payment, PaymentOwner, PaymentUpdate, RefusedPayment } from "../payments/index.ts";
import { paymentSystemOf } from "../rails/rail.ts";
import { transfersOwnerName } from "./chain-operations.ts";
import { fallBack, type Rejected } from "./fall-back.ts";
import type { CountRerouteDeps } from "./limits/usage.ts";
import type { TransferEvent } from "./machine.ts";
import { feesEarned } from "./postings.ts";
import { type WriteStepsDeps, writeSteps } from "./save-steps.ts";
import { lockTransfers, type TransferScope } from "./store.ts";
import { centsOf, type Transfer, type TransferFailure } from "./transfer.ts";
import { stepOf, type TransferStep } from "./transfer-step.ts";
import { reversedEvent } from "./transfer-update.ts";

const cause = systemCause("transfers.payments");

export type TransfersPaymentOwnerDeps = WriteStepsDeps & CountRerouteDeps;

/** Advances transfers on updates of their payments: the ones they ordered, and incoming wires. */
export function transfersPaymentOwner(deps: TransfersPaymentOwnerDeps): PaymentOwner {
  return {
    name: transfersOwnerName,
    heard: (tx, scope, updates) => apply(deps, tx, scope, updates),
  };
}

async function apply(
  deps: TransfersPaymentOwnerDeps,
  tx: Transaction,
  scope: TransferScope,
  updates: readonly PaymentUpdate[],
): ReturnType<PaymentOwner["heard"]> {
  const subjects = updates.map(({ payment }) => subjectOf(payment));
  const transfers = new Map(
    (await lockTransfers(tx, scope, subjects)).map((each) => [each.id as string, each]),
  );
  const rerouted = await fallBack(deps, tx, scope, updates.flatMap(rejectionsOf(transfers)));
  const availableFeeCents = await feesFor(tx, scope, updates);
  const steps: TransferStep[] = [];
  const reversals: Reversed[] = [];
  const refused: RefusedPayment[] = [];
  for (const update of updates) {
    const transfer = transfers.get(subjectOf(update.payment));
    const outcome =
      transfer === undefined
        ? unknownTransfer
        : decide(deps, { transfer, rerouted: rerouted.get(transfer.id), availableFeeCents }, update);
    if (outcome.step !== undefined) {
      steps.push(outcome.step);
      // Two payments may arrive for one transfer in the same batch; the second sees the state after the first.
      transfers.set(outcome.step.after.id, outcome.step.after);
    }
    if (outcome.reversed !== undefined) reversals.push(outcome.reversed);
    if (update.type === "received" && outcome.why !== undefined)
      refused.push({ paymentId: update.payment.id, why: outcome.why, reason: outcome.reason ?? "refused" });
  }
  const { events, operations } = await writeSteps(deps, tx, scope, lastOfEach(steps), cause);
  const opened = reversals.map(({ claim }) => claim);
  const receivables = await openClaims(deps, tx, scope, { opened, cause });
  return {
    events: [...events, ...reversals.map(({ event }) => event)],
    operations: [...operations, ...receivables],
    refused,
  };
}

/**
 * Earned fees, of which returned payouts repay theirs; they may have been withdrawn. If too little is left for several
 * payouts, or after a concurrent withdrawal, the ledger refuses, and each is applied again alone.
 */
async function feesFor(
  tx: Transaction,
  scope: TransferScope,
  updates: readonly PaymentUpdate[],
): Promise<bigint | undefined> {
  if (!updates.some(({ type, payment }) => type === "returned" && payment.direction === "outbound"))
    return undefined;
  return (await readBalances(tx, scope, [feesEarned]))[0]?.available.units;
}

function rejectionsOf(transfers: ReadonlyMap<string, Transfer>) {
  return (update: PaymentUpdate): readonly Rejected[] => {
    const transfer = transfers.get(subjectOf(update.payment));
    return update.type === "rejected" && transfer !== undefined ? [{ transfer, update }] : [];
  };
}

interface Outcome {
  readonly step?: TransferStep;
  readonly reversed?: Reversed;
  /** Why an incoming payment is not accepted. */
  readonly why?: string;
  readonly reason?: RefusedPayment["reason"];
}

/** A debit that was returned after its money was used. */
interface Reversed {
  readonly claim: NewClaim;
  readonly event: NewEvent;
}

const unknownTransfer: Outcome = { why: "the transfer does not exist" };

interface Decided {
  readonly transfer: Transfer;
  /** As it is after a rejection of its payout that another rail makes up for. */
  readonly rerouted: Transfer | undefined;
  readonly availableFeeCents: bigint | undefined;
}

function decide(
  deps: WriteStepsDeps,
  { transfer, rerouted, availableFeeCents }: Decided,
  update: PaymentUpdate,
): Outcome {
  if (update.type === "received") return receive(deps, transfer, update);
  if (isSuperseded(transfer, update)) return {};
  const event: TransferEvent =
    rerouted === undefined ? eventOf(update, deps.clock.now()) : { type: "payout_rerouted" };
  const step = stepOf(deps, transfer, { event, rerouted, availableFeeCents });
  return {
    ...(step === undefined ? {} : { step }),
    ...(isReversal(update) ? { reversed: reversedBy(deps, transfer, update) } : {}),
  };
}

/** A payment that another one has replaced no longer moves the transfer. */
function isSuperseded({ destination }: Transfer, { payment }: PaymentUpdate): boolean {
  return (
    payment.direction === "outbound" && destination.medium === "bank" && destination.paymentId !== payment.id
  );
}

type ReturnedUpdate = Extract<PaymentUpdate, { readonly type: "returned" }>;

function isReversal(update: PaymentUpdate): update is ReturnedUpdate {
  return update.type === "returned" && update.wasComplete && update.payment.direction === "inbound";
}

function reversedBy(deps: WriteStepsDeps, transfer: Transfer, { payment, reason }: ReturnedUpdate): Reversed {
  const { source, destination, accountId, id: transferId } = transfer;
  assert(source.medium === "bank" && source.addressId !== undefined, "a debit has a bank address");
  assert(destination.medium === "chain", "a debit pays for tokens");
  const { id: tokenId, valueType } = destination.token;
  const { id: paymentId, amountCents: cents } = payment;
  const claim: NewClaim = {
    id: deps.newId<"claim">(),
    accountId,
    addressId: source.addressId,
    transferId,
    paymentId,
    tokenId,
    valueType,
    returnCode: reason.code,
    cents,
  };
  const { code, text } = reason;
  const failure = { type: "ach_return", occurredAt: deps.clock.now(), code, reason: text } as const;
  return { claim, event: reversedEvent(transfer, failure, claim) };
}

/** Accepts only the full amount, and only while the transfer awaits it. */
function receive(
  deps: WriteStepsDeps,
  transfer: Transfer,
  { payment, funds }: PaymentUpdate & { readonly type: "received" },
): Outcome {
  if (transfer.state.status !== "pending" || transfer.state.step !== "awaiting_funds")
    return { why: `the transfer does not expect a payment: it is ${transfer.state.status}` };
  if (payment.amountCents !== centsOf(transfer.units)) {
    const amount = formatAmount({ units: centsOf(transfer.units) ?? 0n, asset: usd });
    return { why: `the transfer expects ${amount} USD`, reason: "amount_mismatch" };
  }
  const received = { paymentId: payment.id, funds };
  const step = stepOf(deps, transfer, { event: { type: "funded" }, received });
  assert(step !== undefined, "a transfer that awaits funds can be funded");
  return { step };
}

/** A debit funds its transfer, any other order pays it out. */
function eventOf(
  update: Exclude<PaymentUpdate, { readonly type: "received" }>,
  occurredAt: Instant,
): TransferEvent {
  const isDebit = update.payment.direction === "inbound";
  if (update.type === "settled") return { type: isDebit ? "funded" : "paid" };
  const { code, text: reason } = update.reason;
  const failure: TransferFailure = { type: failureType(update), occurredAt, code, reason };
  return { type: isDebit ? "collection_failed" : "payout_failed", failure };
}

function failureType({ type, payment }: PaymentUpdate): TransferFailure["type"] {
  return type === "returned" ? paymentSystemOf(payment.type).returnFailure : "rail_rejected";
}

/** A transfer that took two steps in one transaction is written once, in its final state. */
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
    movedToSuspense: second.movedToSuspense ?? first.movedToSuspense,
  };
}

function subjectOf({ owner }: Payment): string {
  assert(owner !== undefined, "a payment update has an owner");
  return owner.subject;
}
