import type { AuditDeps } from "../audit/index.ts";
import type { NewChainWork } from "../chains/work/chain-work.ts";
import { assert } from "../kernel/assert.ts";
import type { LedgerAccount, Operation } from "../ledger/index.ts";
import type { PaymentId, PaymentOrder } from "../payments/index.ts";
import { workFor } from "./chain-deeds.ts";
import { advance, type Beginning, courseOf, type TransferEvent } from "./machine.ts";
import { orderFor } from "./payment-orders.ts";
import { operationsOf } from "./postings.ts";
import type { Transfer } from "./transfer.ts";

/** A step that a transfer takes: from where to where, and what it means for chains, bank and ledger. */
export interface TransferStep {
  readonly before: Transfer;
  readonly after: Transfer;
  readonly begins: Effects;
  readonly operations: readonly Operation[];
  /** Money that came for it and goes to suspense, for a person. */
  readonly surrendered: PaymentId | undefined;
}

export interface Effects {
  readonly works: readonly NewChainWork[];
  readonly orders: readonly PaymentOrder[];
}

/** What the world said besides that it happened. */
export interface StepNews {
  readonly event: TransferEvent;
  /** Of the transaction that did it on a chain. */
  readonly transactionId?: string | undefined;
  /** The payment that came, and where its money stands. */
  readonly received?: { readonly paymentId: PaymentId; readonly funds: LedgerAccount };
}

/** Undefined where the event changes nothing. */
export function stepOf(deps: AuditDeps, before: Transfer, news: StepNews): TransferStep | undefined {
  const transition = advance(courseOf(before), before.state, news.event);
  if (transition === undefined) return undefined;
  const now = deps.clock.now();
  const completedAt = transition.state.status === "complete" ? now : before.completedAt;
  const told = withNews(before, news);
  const moved: Transfer = { ...told, state: transition.state, completedAt, updatedAt: now };
  const { after, begins } = beginStep(deps, moved, transition.begins);
  const operations = transition.deeds.flatMap((deed) => operationsOf(before, deed, news.received?.funds));
  const surrendered = transition.deeds.includes("surrendered") ? paymentOf(before) : undefined;
  return { before, after, begins, operations, surrendered };
}

function paymentOf({ source }: Transfer): PaymentId | undefined {
  return source.medium === "bank" ? source.paymentId : undefined;
}

const noEffects: Effects = { works: [], orders: [] };

/** Gives what begins an id of its own, in the transfer and in the world. */
export function beginStep(
  { newId }: Pick<AuditDeps, "newId">,
  transfer: Transfer,
  beginning: Beginning | undefined,
): { readonly after: Transfer; readonly begins: Effects } {
  switch (beginning) {
    case undefined:
      return { after: transfer, begins: noEffects };
    case "collecting":
    case "paying": {
      const after = withPayment(transfer, beginning, newId<"payment">());
      return { after, begins: { works: [], orders: [orderFor(after, beginning)] } };
    }
    case "taking":
    case "moving":
    case "giving":
    case "restoring": {
      const after = withWork(transfer, beginning, newId<"chain-work">());
      return { after, begins: { works: [workFor(after, beginning)], orders: [] } };
    }
  }
}

function withPayment(transfer: Transfer, step: "collecting" | "paying", paymentId: PaymentId): Transfer {
  const { source, destination } = transfer;
  if (step === "collecting") {
    assert(source.medium === "bank", "money is pulled from a bank");
    return { ...transfer, source: { ...source, paymentId } };
  }
  assert(destination.medium === "bank", "money is paid to a bank");
  return { ...transfer, destination: { ...destination, paymentId } };
}

function withWork(
  transfer: Transfer,
  step: "taking" | "moving" | "giving" | "restoring",
  workId: string,
): Transfer {
  const { source, destination } = transfer;
  switch (step) {
    case "taking":
    case "moving":
      assert(source.medium === "chain", "tokens are taken on a chain");
      return { ...transfer, source: { ...source, workId } };
    case "giving":
      assert(destination.medium === "chain", "tokens are given on a chain");
      return { ...transfer, destination: { ...destination, workId } };
    case "restoring":
      return { ...transfer, undoing: { workId, transactionId: undefined } };
  }
}

function withNews(transfer: Transfer, { transactionId, received }: StepNews): Transfer {
  const { source, state, undoing } = transfer;
  if (received !== undefined && source.medium === "bank")
    return { ...transfer, source: { ...source, paymentId: received.paymentId } };
  if (transactionId === undefined) return transfer;
  if (state.step === "restoring") return { ...transfer, undoing: { ...undoing, transactionId } };
  return withTransaction(transfer, transactionId);
}

function withTransaction(transfer: Transfer, transactionId: string): Transfer {
  const { source, destination, state } = transfer;
  const from = source.medium === "chain" ? { ...source, transactionId } : source;
  const to = destination.medium === "chain" ? { ...destination, transactionId } : destination;
  switch (state.step) {
    case "taking":
      return { ...transfer, source: from };
    case "moving":
      return { ...transfer, source: from, destination: to };
    case "giving":
      return { ...transfer, destination: to };
    case "held":
    case "awaiting":
    case "collecting":
    case "paying":
    case "restoring":
    case "stranded":
    case "done":
      return transfer;
  }
}
