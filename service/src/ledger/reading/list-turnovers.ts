import type { Session } from "../../db/database.ts";
import type { LedgerScope } from "../operation.ts";
import { sumEntries } from "./account-statement.ts";
import { type AccountTurnover, selectTurnovers, type TurnoverQuery } from "./turnover-store.ts";

const defaultEntriesPerAccount = 250;

/**
 * A page of accounts in the order of their numbers. One SQL statement sums accounts with few entries in the period;
 * accounts with more are summed in stretches, so that no statement reads a whole history.
 */
export async function listTurnovers(
  session: Session,
  scope: LedgerScope,
  query: TurnoverQuery,
  entriesPerAccount = defaultEntriesPerAccount,
): Promise<readonly AccountTurnover[]> {
  const { from, to, through } = query;
  const turnovers: AccountTurnover[] = [];
  for (const { entries, ...turnover } of await selectTurnovers(session, scope, query, entriesPerAccount)) {
    if (entries < entriesPerAccount) {
      turnovers.push(turnover);
      continue;
    }
    const stretch = { accountNumber: turnover.number, from, to, through };
    const { totalIn, totalOut } = await sumEntries(session, scope, stretch);
    turnovers.push({ ...turnover, credits: totalIn, debits: totalOut });
  }
  return turnovers;
}
