import {
  assert,
  type Network,
  type RowOf,
  sandboxBankBookings,
  sandboxBankClocks,
  sandboxBankDeliveries,
  sandboxBanks,
  type Transaction,
} from "@florin/service/sandbox-ports";

/** State of the bank of a network. */
export type BankRow = RowOf<typeof sandboxBanks>;

/** Undefined for a bank that was never used. */
export const selectBank = sandboxBanks.one({ by: ["network"] });

const create = sandboxBanks.insert({ onConflict: "(network) DO NOTHING" });
const lock = sandboxBanks.one({ by: ["network"], lock: "UPDATE" });

/** Locks the bank for this transaction, and creates it if needed. */
export async function lockBank(tx: Transaction, network: Network, statedUntil: string): Promise<BankRow> {
  const known = await lock(tx, { network });
  if (known !== undefined) return known;
  await create(tx, { network, aheadMs: 0n, nextNumber: 1n, statedUntil, balanceCents: 0n });
  const row = await lock(tx, { network });
  assert(row !== undefined, "a created bank exists");
  return row;
}

export const updateBank = sandboxBanks.updateOne({
  by: ["network"],
  set: ["clockMode", "aheadMs", "nextNumber", "statedUntil", "balanceCents"],
});

/** Mode and offset of a tenant's clock. */
export type ClockSettings = Pick<RowOf<typeof sandboxBankClocks>, "clockMode" | "aheadMs">;

/** A tenant that never changed its clock has none. */
export const selectClock = sandboxBankClocks.one({ by: ["network", "tenantId"] });

export const selectClocksOf = sandboxBankClocks.many({ by: ["network", "tenantId[]"] });

export const selectClocks = sandboxBankClocks.many({ by: ["network"] });

export const saveClock = sandboxBankClocks.insert({ onConflict: "replace" });

export const insertDelivery = sandboxBankDeliveries.insert({ except: ["repeats"] });

/** Counts a repeated file; 0 if the same bytes were not received before. */
export const countRepeat = sandboxBankDeliveries.update({
  by: ["network", "sha256"],
  setText: "repeats = repeats + 1",
});

export const wasMessageTaken = sandboxBankDeliveries.exists({ by: ["network", "messageId"] });

export const selectDeliveries = sandboxBankDeliveries.many({
  by: ["network"],
  orderBy: ["deliveredAt", "sha256"],
  columns: ["name", "sha256", "entries"],
});

export const insertBookings = sandboxBankBookings.insertMany({ of: ["network"] });

/** A page of a day's bookings, in order. Index sandbox_bank_bookings_by_day. */
export const selectBookings = sandboxBankBookings.many({
  by: ["network", "day", "number >"],
  orderBy: ["number"],
  limit: true,
});
