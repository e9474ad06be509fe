import { isChainName } from "../chains/chain-name.ts";
import type { Session, Transaction } from "../db/database.ts";
import { statement } from "../db/statement.ts";
import { assert } from "../kernel/assert.ts";
import { usd } from "../kernel/money.ts";
import type { CreditRail } from "../rails/rail.ts";
import { treasuryGifts, treasuryWithdrawals } from "./tables.ts";
import type { TreasuryScope } from "./treasury.ts";
import type { Withdrawal, WithdrawalRow } from "./withdrawal.ts";

function toRow(withdrawal: Withdrawal): WithdrawalRow {
  const none = { placeId: undefined, destination: undefined, transactionId: undefined, units: undefined };
  return withdrawal.medium === "bank"
    ? { ...none, ...withdrawal, valueType: usd.code }
    : { ...withdrawal, source: "treasury", rail: withdrawal.chain, paymentId: undefined };
}

function fromRow(row: WithdrawalRow): Withdrawal {
  const { rail, source, valueType, paymentId, units, placeId, destination, transactionId, ...common } = row;
  if (paymentId !== undefined)
    return { ...common, medium: "bank", source, rail: rail as CreditRail, paymentId };
  assert(isChainName(rail), "tokens are withdrawn on a chain");
  assert(
    units !== undefined && placeId !== undefined && destination !== undefined,
    "a withdrawal of tokens has an amount and both addresses",
  );
  return { ...common, medium: "chain", chain: rail, valueType, units, placeId, destination, transactionId };
}

const insert = treasuryWithdrawals.insert({ onConflict: "(tenant_id, id) DO NOTHING" });

/** False when a withdrawal with this id exists. */
export function insertWithdrawal(tx: Transaction, withdrawal: Withdrawal): Promise<boolean> {
  return insert(tx, toRow(withdrawal));
}

const lockMany = treasuryWithdrawals.many({
  by: ["tenantId", "id[]", "network"],
  orderBy: ["id"],
  lock: "UPDATE",
});

export async function lockWithdrawals(
  tx: Transaction,
  scope: TreasuryScope,
  ids: readonly string[],
): Promise<readonly Withdrawal[]> {
  return (await lockMany(tx, { ...scope, id: ids })).map(fromRow);
}

const update = treasuryWithdrawals.updateOne({
  by: ["tenantId", "id"],
  set: ["status", "reasonCode", "updatedAt", "transactionId"],
});

export function updateWithdrawal(tx: Transaction, withdrawal: Withdrawal): Promise<void> {
  return update(tx, toRow(withdrawal));
}

const findNewest = treasuryWithdrawals.many({
  by: ["tenantId", "network"],
  orderBy: ["id DESC"],
  limit: true,
});

/** Index: treasury_withdrawals_newest, backwards. */
export async function selectNewestWithdrawals(
  session: Session,
  scope: TreasuryScope,
  limit: number,
): Promise<readonly Withdrawal[]> {
  return (await findNewest(session, { ...scope, limit })).map(fromRow);
}

export const insertGift = treasuryGifts.insert();

export const selectGifts = treasuryGifts.many({ by: ["tenantId", "network"], columns: ["place"] });

const lockFor = statement(`SELECT pg_advisory_xact_lock(hashtextextended($1, 0))`);

/** Serializes the funding of a treasury. */
export async function lockGifts(tx: Transaction, { tenantId, network }: TreasuryScope): Promise<void> {
  await tx.run(lockFor, [`treasury/gifts/${tenantId}/${network}`]);
}

export const withdrawalView = treasuryWithdrawals.view(
  "tenant_id, network, created_at, status, amount_cents, rail, value_type, destination, address_id",
);
