import type { Screener } from "../accounts/index.ts";
import { markNeedsUpdate } from "../addresses/index.ts";
import { recordAudit } from "../audit/index.ts";
import type { Transaction } from "../db/database.ts";
import type { EventLog, NewEvent } from "../events/index.ts";
import { assert } from "../kernel/assert.ts";
import { orThrow } from "../kernel/refusal.ts";
import { recordOperations } from "../ledger/index.ts";
import type { BankHappening, BankListener } from "../rails/bank-work.ts";
import {
  type Applied,
  applyHappenings,
  type Contradiction,
  type EntryHappening,
} from "./apply-happenings.ts";
import { auditArrival, auditCorrection, auditNews } from "./payment-audit.ts";
import { completedEvent } from "./payment-event.ts";
import type { PaymentNews, PaymentOwner, PaymentScope } from "./payments.ts";
import { heldPosting, outside, takenBackPosting } from "./postings.ts";
import { screenSenders } from "./screen-senders.ts";
import { settleArrivals } from "./settle-arrivals.ts";
import { lockPayments, updatePayments } from "./store.ts";
import type { StoredPayment } from "./stored-payment.ts";
import { returnsOwner } from "./suspense/returns-owner.ts";
import { type CheckedReceipt, type TakeReceiptsDeps, takeReceipts } from "./take-receipts.ts";
import { tellOwners } from "./tell-owners.ts";
import { addresseesOf, tenantNamedBy } from "./virtual-accounts/address-receipts.ts";

export interface BankListenerDeps extends TakeReceiptsDeps {
  readonly eventLog: Pick<EventLog, "append">;
  /** Everybody who orders payments or has account numbers. */
  readonly owners: readonly PaymentOwner[];
  readonly screener: Pick<Screener, "screen">;
  /** Money has arrived that a person must look at. */
  readonly onHeld?: (payment: Pick<StoredPayment, "id" | "tenantId" | "network" | "hold">) => void;
  /** The bank says something that cannot be true after what it said before. */
  readonly onContradiction?: (contradiction: Contradiction) => void;
}

/** Hears what the bank says, takes each payment where that leads, and tells whoever it matters to. */
export function createBankListener(given: BankListenerDeps): BankListener {
  const deps = { ...given, owners: [...given.owners, returnsOwner(given)] };
  return {
    tenantOf: async (session, network, receipts) =>
      (await addresseesOf(session, network, receipts)).map(tenantNamedBy),
    heard: async (tx, scope, happenings) => {
      // First, while nothing of ours is locked: comparing names takes a while.
      const checked = await checkReceipts(deps, happenings);
      const applied = await applyToEntries(deps, tx, scope, happenings);
      const arrived = await takeReceipts(deps, tx, scope, checked);
      await spread(deps, tx, scope, { applied, arrived });
    },
  };
}

async function checkReceipts(
  { screener }: BankListenerDeps,
  happenings: readonly BankHappening[],
): Promise<readonly CheckedReceipt[]> {
  const receipts = happenings.flatMap((one) => (one.type === "received" ? [one.receipt] : []));
  const senders = await screenSenders(screener, receipts);
  return receipts.map((receipt, index) => {
    const sender = senders[index];
    assert(sender !== undefined, "every sender was looked at");
    return { receipt, sender };
  });
}

async function applyToEntries(
  { keyRing, clock, onContradiction }: BankListenerDeps,
  tx: Transaction,
  scope: PaymentScope,
  happenings: readonly BankHappening[],
): Promise<Applied> {
  const ofEntries = happenings.filter((one): one is EntryHappening => one.type !== "received");
  const subjects = ofEntries.map(({ entry }) => entry.subject);
  const applied = applyHappenings(await lockPayments(keyRing, tx, scope, subjects), ofEntries, clock.now());
  await updatePayments(keyRing, tx, scope.tenantId, applied.changed);
  const addressIds = applied.corrected.flatMap(({ addressId }) => addressId ?? []);
  if (addressIds.length > 0) await markNeedsUpdate(tx, scope, addressIds);
  tx.afterCommit(() => {
    for (const contradiction of applied.contradictions) onContradiction?.(contradiction);
  });
  return applied;
}

/** Tells the owners, and writes what follows: events once, and the ledger last. */
async function spread(
  deps: BankListenerDeps,
  tx: Transaction,
  scope: PaymentScope,
  { applied, arrived }: { readonly applied: Applied; readonly arrived: readonly StoredPayment[] },
): Promise<void> {
  const received = arrived.filter(({ hold }) => hold === undefined).map(receivedNews);
  const reply = await tellOwners(deps.owners, tx, scope, [...applied.news, ...received]);
  const placed = await settleArrivals(deps, tx, scope, { changed: applied.changed, arrived, reply });
  const held = placed.filter(({ hold }) => hold !== undefined);
  await deps.eventLog.append(tx, scope, [...completions(applied.news, placed), ...reply.events]);
  await recordAudit(deps, tx, scope, [
    ...[...applied.news, ...applied.takenBack].map(auditNews),
    ...applied.corrected.map(auditCorrection),
    ...placed.map(auditArrival),
  ]);
  tx.afterCommit(() => {
    for (const payment of held) deps.onHeld?.(payment);
  });
  const takenBack = applied.takenBack.map(({ payment }) => takenBackPosting(payment));
  const operations = [...held.map(heldPosting), ...takenBack, ...reply.operations];
  for (const outcome of await recordOperations(deps, tx, scope, operations)) orThrow(outcome);
}

function receivedNews(payment: StoredPayment): PaymentNews {
  return { type: "received", payment, funds: outside };
}

/** Said once, when the money is there and it is known whose it is. */
function completions(news: readonly PaymentNews[], arrived: readonly StoredPayment[]): readonly NewEvent[] {
  const settled = news.filter(({ type }) => type === "completed").map(({ payment }) => payment);
  return [...settled, ...arrived].filter(({ accountId }) => accountId !== undefined).map(completedEvent);
}
