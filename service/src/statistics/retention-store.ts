import type { Session } from "../db/database.ts";
import { statement } from "../db/statement.ts";
import { formatInstant, type Instant } from "../kernel/instant.ts";

const oldest = (table: string) =>
  statement<{ readonly at: Instant }>(
    `SELECT at FROM ${table} WHERE grain = 'hour' AND at < $1::timestamptz ORDER BY at LIMIT $2`,
  );
const remove = (table: string) =>
  statement(`DELETE FROM ${table} WHERE grain = 'hour' AND at >= $1::timestamptz AND at <= $2::timestamptz`);
const tables = ["statistics", "webhook_statistics"].map((table) => ({
  oldest: oldest(table),
  remove: remove(table),
}));

/** Deletes about `limit` rows of old hours from each table; returns how many. Index: statistics_hours. */
export async function deleteHoursBefore(session: Session, before: Instant, limit: number): Promise<number> {
  let deleted = 0;
  for (const table of tables) {
    const old = await session.rows(table.oldest, [formatInstant(before), limit]);
    const [first, last] = [old[0], old.at(-1)];
    if (first === undefined || last === undefined) continue;
    deleted += await session.run(table.remove, [formatInstant(first.at), formatInstant(last.at)]);
  }
  return deleted;
}
