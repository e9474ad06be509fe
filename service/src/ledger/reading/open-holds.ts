import type { Session } from "../../db/database.ts";
import { assert } from "../../kernel/assert.ts";
import type { Instant } from "../../kernel/instant.ts";
import type { Money } from "../../kernel/money.ts";
import type { LedgerAccount } from "../ledger-account.ts";
import type { LedgerScope } from "../operation.ts";
import { selectNumber } from "./account-names-store.ts";
import { selectOpenHolds } from "./read-store.ts";

/** A hold that is neither posted nor voided. */
export interface OpenHold {
  readonly key: string;
  readonly amount: Money;
  readonly openedSequence: bigint;
  readonly openedAt: Instant;
}

const maxHoldsPerPage = 1_000;

/** Open holds of an account, oldest first; `after` is the sequence of the last one on the previous page. */
export async function listOpenHolds(
  session: Session,
  scope: LedgerScope,
  account: LedgerAccount,
  { limit, after = 0n }: { readonly limit: number; readonly after?: bigint },
): Promise<readonly OpenHold[]> {
  assert(limit > 0 && limit <= maxHoldsPerPage, "a page of holds has a limit");
  const known = await selectNumber(session, scope, account);
  if (known === undefined) return [];
  const asset = { ...account.asset, scale: known.scale };
  const rows = await selectOpenHolds(session, scope, { accountNumber: known.number, after, limit });
  return rows.map(({ units, ...hold }) => ({ ...hold, amount: { units, asset } }));
}
