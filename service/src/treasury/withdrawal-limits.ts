import type { Transaction } from "../db/database.ts";
import type { Refusal } from "../kernel/refusal.ts";
import type { Withdrawal } from "./withdrawal.ts";

/** The tenant's limits, which `transfers` enforces for all operations together. */
export interface WithdrawalLimits {
  /** Refuses a withdrawal beyond a limit, or counts it. Call it before the withdrawal is written. */
  count(tx: Transaction, withdrawal: Withdrawal): Promise<Refusal | undefined>;
  /** Withdrawals of one tenant that no longer count, because they failed or were returned. */
  release(tx: Transaction, withdrawals: readonly Withdrawal[]): Promise<void>;
}
