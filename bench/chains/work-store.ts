import type { Session } from "../../service/src/db/database.ts";
import { statement } from "../../service/src/db/statement.ts";

// Index chain_work_unsettled.
const openWork = statement<{ readonly count: number }>(
  "SELECT count(*)::int AS count FROM chain_work WHERE network = $1 AND chain = $2 AND state NOT IN ('done', 'failed')",
);

/** Chain operations that are not finished. */
export async function countOpenWork(
  session: Session,
  { network, chain }: { readonly network: string; readonly chain: string },
): Promise<number> {
  return (await session.first(openWork, [network, chain]))?.count ?? 0;
}

const byStatus = statement<{ readonly status: string; readonly count: number }>(
  "SELECT status, count(*)::int AS count FROM transfers WHERE resource <> 'transfer' GROUP BY status",
);

/** How many movements there are in each status. */
export async function countMovements(session: Session): Promise<ReadonlyMap<string, number>> {
  const rows = await session.rows(byStatus);
  return new Map(rows.map(({ status, count }) => [status, count]));
}
