import type { Session } from "../../db/database.ts";
import { assert } from "../../kernel/assert.ts";
import type { Instant } from "../../kernel/instant.ts";
import { type LedgerAccount, type LedgerAccountKind, pathOf } from "../ledger-account.ts";
import type { LedgerScope } from "../operation.ts";
import { type OverTimeRow, selectBalancesOverTime } from "./over-time-store.ts";

export interface OverTimeQuery {
  readonly kinds: readonly LedgerAccountKind[];
  /** Balances before each of these times. */
  readonly moments: readonly Instant[];
}

/** One account with its balance before each of the times, in order. */
export interface BalanceOverTime {
  readonly account: LedgerAccount;
  readonly units: readonly bigint[];
}

const maxMoments = 100;
const maxAccounts = 500;

/** Balances of accounts of these kinds at several times. At most 500 accounts, ordered by name. */
export async function readBalancesOverTime(
  session: Session,
  scope: LedgerScope,
  { kinds, moments }: OverTimeQuery,
): Promise<{ readonly balances: readonly BalanceOverTime[]; readonly isComplete: boolean }> {
  assert(moments.length > 0 && moments.length <= maxMoments, `at most ${maxMoments} times are requested`);
  const input = { kinds, moments, maxAccounts: maxAccounts + 1 };
  const balances = new Map<string, { account: LedgerAccount; units: bigint[] }>();
  for (const row of await selectBalancesOverTime(session, scope, input)) {
    const account = accountOf(row);
    const known = balances.get(pathOf(account)) ?? { account, units: [] };
    known.units.push(row.posted);
    balances.set(pathOf(account), known);
  }
  const all = [...balances.values()];
  assert(
    all.every(({ units }) => units.length === moments.length),
    "each account has a balance at each time",
  );
  return { balances: all.slice(0, maxAccounts), isComplete: all.length <= maxAccounts };
}

function accountOf({ kind, owner, chain, assetCode, scale }: OverTimeRow): LedgerAccount {
  return {
    kind,
    ...(owner === "" ? {} : { owner }),
    ...(chain === "" ? {} : { chain }),
    asset: { code: assetCode, scale },
  };
}
