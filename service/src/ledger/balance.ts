import type { Money } from "../kernel/money.ts";
import type { LedgerAccount } from "./ledger-account.ts";

/** Posted balance of an account, of which some may be held; the rest is available. */
export interface Balance {
  readonly account: LedgerAccount;
  readonly posted: Money;
  readonly held: Money;
  readonly available: Money;
}

export interface BalanceUnits {
  readonly posted: bigint;
  readonly held: bigint;
}

export const noUnits: BalanceUnits = { posted: 0n, held: 0n };

export function balanceOf(account: LedgerAccount, { posted, held }: BalanceUnits): Balance {
  const { asset } = account;
  return {
    account,
    posted: { units: posted, asset },
    held: { units: held, asset },
    available: { units: posted - held, asset },
  };
}
