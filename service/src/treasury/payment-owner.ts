import { type AuditDeps, type AuditEntry, recordAudit } from "../audit/index.ts";
import type { Transaction } from "../db/database.ts";
import { systemCause } from "../kernel/cause.ts";
import type { TenantId } from "../kernel/id.ts";
import type { Instant } from "../kernel/instant.ts";
import { formatAmount, usd } from "../kernel/money.ts";
import type { Operation } from "../ledger/index.ts";
import type { PaymentOwner, PaymentOwnerRef, PaymentUpdate } from "../payments/index.ts";
import { managerOf } from "./ensure-treasury.ts";
import { lockWithdrawals, updateWithdrawal } from "./store.ts";
import { type TreasuryScope, treasuryDollars } from "./treasury.ts";
import { changeBy, type OrderUpdate, type Withdrawal } from "./withdrawal.ts";
import type { WithdrawalLimits } from "./withdrawal-limits.ts";

/** Name of the treasury as a payment owner. */
export const treasuryOwner = "treasury";

/** Subject of the treasury's virtual account: one per tenant and network. */
export function treasuryRef(tenantId: TenantId): PaymentOwnerRef {
  return { name: treasuryOwner, subject: tenantId };
}

const cause = systemCause("treasury.payments");

export interface TreasuryOwnerDeps extends AuditDeps {
  readonly withdrawalLimits: Pick<WithdrawalLimits, "release">;
}

/** Receives dollars for the treasury, and updates of its withdrawals. */
export function createTreasuryOwner(deps: TreasuryOwnerDeps): PaymentOwner {
  return {
    name: treasuryOwner,
    heard: async (tx, scope, updates) => {
      const received = updates.filter((update) => update.type === "received");
      const orders = updates.filter((update) => update.type !== "received");
      const settled = await settleWithdrawals(deps, tx, scope, orders);
      await recordAudit(deps, tx, scope, [...received.map(incomingPaymentEntry), ...settled.entries]);
      const operations = [...received.map(incomingPaymentPosting), ...settled.operations];
      return { events: [], operations, refused: [] };
    },
  };
}

type ReceivedUpdate = Extract<PaymentUpdate, { readonly type: "received" }>;

/** The posting key is the payment id, so its dollars are posted once. */
function incomingPaymentPosting({ payment: { id, amountCents }, funds }: ReceivedUpdate): Operation {
  return {
    type: "post",
    key: `treasury/payment/${id}/received`,
    postings: [
      { account: funds, units: -amountCents },
      { account: treasuryDollars, units: amountCents },
    ],
  };
}

function incomingPaymentEntry({ payment: { id, tenantId, amountCents, type } }: ReceivedUpdate): AuditEntry {
  return {
    cause,
    action: "treasury.receive",
    subject: { type: "payment", id },
    ...accountOf(tenantId),
    after: { amount: formatAmount({ units: amountCents, asset: usd }), type },
  };
}

/** Each update is applied to the result of the previous one. */
async function settleWithdrawals(
  { clock, withdrawalLimits }: TreasuryOwnerDeps,
  tx: Transaction,
  scope: TreasuryScope,
  updates: readonly OrderUpdate[],
): Promise<{ readonly operations: readonly Operation[]; readonly entries: readonly AuditEntry[] }> {
  const subjects = updates.map(({ payment }) => payment.owner?.subject ?? "");
  const withdrawals = new Map<string, Withdrawal>(
    (await lockWithdrawals(tx, scope, subjects)).map((withdrawal) => [withdrawal.id, withdrawal]),
  );
  const operations: Operation[] = [];
  const entries: AuditEntry[] = [];
  const undone: Withdrawal[] = [];
  const now: Instant = clock.now();
  for (const update of updates) {
    const before = withdrawals.get(update.payment.owner?.subject ?? "");
    if (before === undefined) continue;
    const change = changeBy(before, update, now);
    if (change === undefined) continue;
    withdrawals.set(change.withdrawal.id, change.withdrawal);
    await updateWithdrawal(tx, change.withdrawal);
    operations.push(change.operation);
    entries.push(changeEntry(before, change.withdrawal));
    if (change.withdrawal.reasonCode !== undefined) undone.push(change.withdrawal);
  }
  await withdrawalLimits.release(tx, undone);
  return { operations, entries };
}

function changeEntry(before: Withdrawal, after: Withdrawal): AuditEntry {
  return {
    cause,
    action: "treasury.settle_withdrawal",
    subject: { type: "treasury_withdrawal", id: after.id },
    ...accountOf(after.tenantId),
    before: { status: before.status },
    after: { status: after.status, reason_code: after.reasonCode ?? null },
  };
}

function accountOf(tenantId: TenantId): Pick<AuditEntry, "accountId"> {
  const accountId = managerOf(tenantId);
  return accountId === undefined ? {} : { accountId };
}
