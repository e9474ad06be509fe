import type { Session } from "../../db/database.ts";
import { assert } from "../../kernel/assert.ts";
import type { Instant } from "../../kernel/instant.ts";
import { type Balance, balanceOf, noUnits } from "../balance.ts";
import type { LedgerAccount } from "../ledger-account.ts";
import type { LedgerScope } from "../operation.ts";
import { selectBalanceAt } from "./read-store.ts";

/** Balance of an account at a time: after its last entry at or before it. Zero for an account not used yet. */
export async function balanceAt(
  session: Session,
  scope: LedgerScope,
  account: LedgerAccount,
  instant: Instant,
): Promise<Balance> {
  const found = await selectBalanceAt(session, scope, account, instant);
  const { code, scale } = account.asset;
  assert(found === undefined || found.scale === scale, `${code} has one scale`);
  return balanceOf(account, found ?? noUnits);
}
