import { type Account, findAccount } from "../accounts/index.ts";
import { type BankAddress, findAddress, refuseUnusable } from "../addresses/index.ts";
import { type AuditDeps, recordAudit } from "../audit/index.ts";
import type { Transaction } from "../db/database.ts";
import { assert } from "../kernel/assert.ts";
import type { Cause } from "../kernel/cause.ts";
import { formatAmount, usd } from "../kernel/money.ts";
import { orThrow, type Refusal, RefusalError, refuse } from "../kernel/refusal.ts";
import { recordOperations } from "../ledger/index.ts";
import type { Payments } from "../payments/index.ts";
import { mostCentsBy } from "../rails/rail.ts";
import { managerOf } from "./ensure-treasury.ts";
import { treasuryOwner } from "./payment-owner.ts";
import { insertWithdrawal, lockWithdrawals } from "./store.ts";
import type { TreasuryScope } from "./treasury.ts";
import { holdFor, type Withdrawal, type WithdrawalId, type WithdrawalRail } from "./withdrawal.ts";
import type { WithdrawalLimits } from "./withdrawal-limits.ts";

export interface WithdrawDeps extends AuditDeps {
  readonly payments: Pick<Payments, "order">;
  readonly withdrawalLimits: Pick<WithdrawalLimits, "count">;
}

export interface WithdrawDollars extends TreasuryScope {
  readonly cause: Cause;
  /** Chosen by callers that may retry; a repeated id is rejected. */
  readonly id?: WithdrawalId | undefined;
  /** A bank account of the managing account. */
  readonly addressId: string;
  readonly rail: WithdrawalRail;
  readonly amountCents: bigint;
  readonly memo: string | undefined;
}

/** Pays treasury dollars to a bank account of the managing account. They are held now, and posted when it settles. */
export async function withdrawDollars(
  deps: WithdrawDeps,
  tx: Transaction,
  input: WithdrawDollars,
): Promise<Withdrawal> {
  const { tenantId, network, rail, amountCents, memo, cause } = input;
  await tx.watchFacts(tenantId);
  const account = await requireManager(tx, input);
  orThrow(refuseBeyondRail(input));
  const address = await requireBank(tx, account, input);
  const now = deps.clock.now();
  const withdrawal: Withdrawal = {
    tenantId,
    network,
    id: input.id ?? deps.newId<"treasury-withdrawal">(),
    paymentId: deps.newId<"payment">(),
    addressId: address.id,
    rail,
    amountCents,
    status: "pending",
    reasonCode: undefined,
    createdAt: now,
    updatedAt: now,
  };
  const beyondLimits = await deps.withdrawalLimits.count(tx, withdrawal);
  // A repeated request has already been counted, and gets the same refusal as without limits.
  if (beyondLimits !== undefined && (await lockWithdrawals(tx, input, [withdrawal.id])).length === 0) {
    throw new RefusalError(beyondLimits);
  }
  if (beyondLimits !== undefined || !(await insertWithdrawal(tx, withdrawal))) {
    throw new RefusalError(refuse("conflict", "a withdrawal with this id already exists"));
  }
  await deps.payments.order(tx, [
    {
      tenantId,
      network,
      id: withdrawal.paymentId,
      accountId: account.id,
      rail,
      amountCents,
      addressId: address.id,
      owner: { name: treasuryOwner, subject: withdrawal.id },
      statementName: account.businessName ?? account.name,
      reference: memo,
    },
  ]);
  await auditWithdrawal(deps, tx, { cause, account, withdrawal });
  const [outcome] = await recordOperations(deps, tx, input, [holdFor(withdrawal)]);
  assert(outcome !== undefined, "every operation has an outcome");
  orThrow(outcome);
  return withdrawal;
}

async function requireManager(tx: Transaction, { tenantId }: TreasuryScope): Promise<Account> {
  const accountId = managerOf(tenantId);
  const account = accountId && (await findAccount(tx, { tenantId, accountId }));
  if (account?.status === "complete") return account;
  throw new RefusalError(refuse("not_found", "the managing account does not exist or is not complete"));
}

function refuseBeyondRail({ rail, amountCents }: WithdrawDollars): Refusal | undefined {
  const limit = mostCentsBy(rail);
  if (amountCents <= limit) return undefined;
  const detail = `must be at most ${formatAmount({ units: limit, asset: usd })} for ${rail}`;
  return refuse("limit_exceeded", `amount ${detail}`, { errors: [{ pointer: "/amount", detail }] });
}

async function requireBank(
  tx: Transaction,
  { id: accountId }: Account,
  { tenantId, network, addressId, rail }: WithdrawDollars,
): Promise<BankAddress> {
  const address = await findAddress(tx, { tenantId, network, addressId });
  if (address === undefined || address.accountId !== accountId || address.medium !== "bank") {
    throw new RefusalError(
      refuse("not_found", `the managing account has no bank address with this id on ${network}`),
    );
  }
  orThrow(refuseUnusable(address, { transferType: rail, pointer: "" }));
  return address;
}

async function auditWithdrawal(
  deps: AuditDeps,
  tx: Transaction,
  {
    cause,
    account,
    withdrawal,
  }: { readonly cause: Cause; readonly account: Account; readonly withdrawal: Withdrawal },
): Promise<void> {
  const { id, rail, amountCents, status, addressId, paymentId } = withdrawal;
  await recordAudit(deps, tx, withdrawal, [
    {
      cause,
      action: "treasury.withdraw",
      subject: { type: "treasury_withdrawal", id },
      accountId: account.id,
      after: {
        status,
        amount: formatAmount({ units: amountCents, asset: usd }),
        transfer_type: rail,
        address_id: addressId,
        payment_id: paymentId,
      },
    },
  ]);
}
