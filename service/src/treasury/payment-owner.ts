import { type AuditDeps, type AuditEntry, recordAudit } from "../audit/index.ts";
import type { ChainWorkOwner } from "../chains/engine/chain-work.ts";
import type { Transaction } from "../db/database.ts";
import { assert } from "../kernel/assert.ts";
import { systemCause } from "../kernel/cause.ts";
import type { TenantId } from "../kernel/id.ts";
import { formatAmount, usd } from "../kernel/money.ts";
import { orThrow } from "../kernel/refusal.ts";
import { type Operation, recordOperations } from "../ledger/index.ts";
import type { PaymentOwner, PaymentOwnerRef, PaymentUpdate } from "../payments/index.ts";
import { managerOf } from "./ensure-treasury.ts";
import { lockWithdrawals, updateWithdrawal } from "./store.ts";
import { type TreasuryScope, treasuryDollars } from "./treasury.ts";
import {
  changeBy,
  changeOnChain,
  type OrderUpdate,
  type Withdrawal,
  type WithdrawalChange,
} from "./withdrawal.ts";
import type { WithdrawalLimits } from "./withdrawal-limits.ts";

/** Name of the treasury as an owner of payments and of chain operations. */
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
    accountId: managerOf(tenantId),
    after: { amount: formatAmount({ units: amountCents, asset: usd }), type },
  };
}

/** Settles withdrawals of tokens when their transactions are final. */
export function createTreasuryChainOwner(deps: TreasuryOwnerDeps): ChainWorkOwner {
  return {
    name: treasuryOwner,
    settle: async (tx, { tenantId, network }, settled) => {
      assert(tenantId !== undefined, "a treasury belongs to a tenant");
      const scope = { tenantId, network };
      const now = deps.clock.now();
      const steps = settled.map(({ subject, outcome }) => ({
        subject,
        change: (withdrawal: Withdrawal) => changeOnChain(withdrawal, outcome, now),
      }));
      const { operations, entries } = await changeWithdrawals(deps, tx, scope, steps);
      await recordAudit(deps, tx, scope, entries);
      for (const result of await recordOperations(deps, tx, scope, operations)) orThrow(result);
    },
  };
}

function settleWithdrawals(
  deps: TreasuryOwnerDeps,
  tx: Transaction,
  scope: TreasuryScope,
  updates: readonly OrderUpdate[],
): Promise<SettledWithdrawals> {
  const now = deps.clock.now();
  const steps = updates.map((update) => ({
    subject: update.payment.owner?.subject ?? "",
    change: (withdrawal: Withdrawal) => changeBy(withdrawal, update, now),
  }));
  return changeWithdrawals(deps, tx, scope, steps);
}

interface WithdrawalStep {
  readonly subject: string;
  /** Undefined if it is outdated. */
  change(withdrawal: Withdrawal): WithdrawalChange | undefined;
}

interface SettledWithdrawals {
  readonly operations: readonly Operation[];
  readonly entries: readonly AuditEntry[];
}

/** Each step is applied to the result of the previous one. */
async function changeWithdrawals(
  { withdrawalLimits }: TreasuryOwnerDeps,
  tx: Transaction,
  scope: TreasuryScope,
  steps: readonly WithdrawalStep[],
): Promise<SettledWithdrawals> {
  const subjects = steps.map(({ subject }) => subject);
  const withdrawals = new Map<string, Withdrawal>(
    (await lockWithdrawals(tx, scope, subjects)).map((withdrawal) => [withdrawal.id, withdrawal]),
  );
  const operations: Operation[] = [];
  const entries: AuditEntry[] = [];
  const undone: Withdrawal[] = [];
  for (const { subject, change: changeOf } of steps) {
    const before = withdrawals.get(subject);
    const change = before && changeOf(before);
    if (before === undefined || change === undefined) continue;
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
    accountId: managerOf(after.tenantId),
    before: { status: before.status },
    after: { status: after.status, reason_code: after.reasonCode ?? null },
  };
}
