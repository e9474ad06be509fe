import { waitingReviews } from "../../accounts/index.ts";
import type { Session } from "../../db/database.ts";
import type { WorkQueue } from "../../db/queue.ts";
import { statement } from "../../db/statement.ts";
import { lowestIdAt, type Network } from "../../kernel/id.ts";
import type { Instant } from "../../kernel/instant.ts";
import { suspenseQueue } from "../../payments/index.ts";
import { fileView } from "../../rails/engine/file-store.ts";

/** Something of the platform at a time: an open item, or a file. */
export interface DatedRow {
  readonly network: Network;
  readonly at: Instant;
  readonly name: string;
  readonly count: bigint;
}

const selectWaiting = ({ from, where, orderBy, since }: WorkQueue, name: string) => {
  const waiting = statement<DatedRow>(`
    SELECT network, ${since} AS at, ${name} AS name, 1::bigint AS count
      FROM ${from.name} WHERE ${where} ORDER BY ${orderBy} LIMIT $1`);
  return (session: Session, limit: number): Promise<readonly DatedRow[]> => session.rows(waiting, [limit]);
};
export const selectHeldPayments = selectWaiting(suspenseQueue, "held_reason");
export const selectWaitingReviews = selectWaiting(waitingReviews, "stage");

// By the primary key: an id begins with its creation time. A bank sends tens of files a day.
const files = statement<DatedRow>(`
  SELECT network, date_trunc('hour', created_at AT TIME ZONE 'UTC') AT TIME ZONE 'UTC' AS at, direction AS name,
         count(*) AS count
    FROM ${fileView} AS file WHERE id >= $1 GROUP BY 1, 2, 3 ORDER BY 2 LIMIT $2`);

export function selectFilesSince(
  session: Session,
  since: Instant,
  limit: number,
): Promise<readonly DatedRow[]> {
  return session.rows(files, [lowestIdAt(since), limit]);
}
