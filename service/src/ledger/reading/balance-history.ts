import type { Session } from "../../db/database.ts";
import { assert } from "../../kernel/assert.ts";
import type { Instant } from "../../kernel/instant.ts";
import { type Balance, balanceOf, noUnits } from "../balance.ts";
import type { LedgerAccount } from "../ledger-account.ts";
import type { LedgerScope } from "../operation.ts";
import { selectBalanceAt } from "./read-store.ts";

/** What an account had at a moment: after its last entry at or before it. An account that was not used yet is zero. */
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
